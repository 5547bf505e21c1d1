//! Points in time as text, in the calendar of records: `2026-11-16T00:36:49Z`.

/// Seconds since 1970 as text. Years 0 to 9999; anything outside is moved to the nearest end.
pub fn date_time(seconds: i64) -> String {
    const FIRST: i64 = -62_167_219_200;
    const LAST: i64 = 253_402_300_799;
    let seconds = seconds.clamp(FIRST, LAST);
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, date) = civil(day);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The seconds that [`date_time`] writes so.
pub fn read_date_time(text: &str) -> Option<i64> {
    if text.len() != 20 || !text.is_ascii() {
        return None;
    }
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().ok();
    let day = days(number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let seconds = day.checked_mul(86_400)? + number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    // A date that does not exist, or other separators, are printed otherwise.
    (date_time(seconds) == text).then_some(seconds)
}

/// Year, month and day of a day counted from 1970-01-01, by counting eras of 400 years from a first of March.
const fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let date = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, date)
}

/// The day that [`civil`] takes apart.
const fn days(year: i64, month: i64, date: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + date - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_794_789_409, "2026-11-16T00:36:49Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(date_time(seconds), text);
        }
        for bad in [
            "",
            "2026-02-30T00:00:00Z",
            "2026-11-16 00:36:49Z",
            "2026-11-16T24:00:00Z",
            "2026-11-16T00:36:4éZ",
        ] {
            assert_eq!(read_date_time(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_second_is_read_back(seconds in -62_167_219_200_i64..=253_402_300_799) {
            prop_assert_eq!(read_date_time(&date_time(seconds)), Some(seconds));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,24}") {
            let _ = read_date_time(&text);
        }
    }
}
