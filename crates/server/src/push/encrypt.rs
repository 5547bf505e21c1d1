//! Push messages encrypted for one browser (RFC 8291), and the signature that names their sender (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// Bytes of a salt, of a browser's secret, and of a public key.
const SALT: usize = 16;
const SECRET: usize = 16;
const PUBLIC: usize = 65;
/// Bytes of the only record. Push services take 4096 in all.
const RECORD: u32 = 4096;
/// Seconds that a signature is good.
const GOOD_FOR: i64 = 12 * 60 * 60;

/// The browser's public key and secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipient {
    key: [u8; PUBLIC],
    secret: [u8; SECRET],
}

impl Recipient {
    /// Reads both as browsers give them.
    pub(super) fn read(p256dh: &str, auth: &str) -> Option<Recipient> {
        let key: [u8; PUBLIC] = URL_SAFE_NO_PAD.decode(p256dh).ok()?.try_into().ok()?;
        // An uncompressed point.
        (key[0] == 4).then_some(Recipient {
            key,
            secret: URL_SAFE_NO_PAD.decode(auth).ok()?.try_into().ok()?,
        })
    }

    /// The body of a message that only this browser can read.
    pub(super) fn seal(&self, text: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let public: [u8; PUBLIC] = own
            .compute_public_key()?
            .as_ref()
            .try_into()
            .map_err(|_| Unspecified)?;
        let mut salt = [0; SALT];
        random.fill(&mut salt)?;
        let shared = agree_ephemeral(
            own,
            &UnparsedPublicKey::new(&ECDH_P256, &self.key),
            <[u8]>::to_vec,
        )?;
        self.seal_with(&shared, &public, &salt, text)
    }

    /// The same with the secret that both ends can compute.
    fn seal_with(
        &self,
        shared: &[u8],
        public: &[u8; PUBLIC],
        salt: &[u8; SALT],
        text: &[u8],
    ) -> Result<Vec<u8>, Unspecified> {
        let info = [b"WebPush: info\0", &self.key[..], public].concat();
        let input: [u8; 32] = derived(&self.secret, shared, &info)?;
        let key: [u8; 16] = derived(salt, &input, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = derived(salt, &input, b"Content-Encoding: nonce\0")?;
        // The delimiter of the last record.
        let mut sealed = [text, &[2]].concat();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)?;
        Ok([&salt[..], &RECORD.to_be_bytes(), &[PUBLIC as u8], public, &sealed].concat())
    }
}

/// A length as the derivation wants it.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Result<[u8; N], Unspecified> {
    let mut output = [0; N];
    Salt::new(HKDF_SHA256, salt)
        .extract(input)
        .expand(&[info], Length(N))?
        .fill(&mut output)?;
    Ok(output)
}

/// The key that signs our messages.
#[derive(Debug)]
pub(super) struct SenderKey(EcdsaKeyPair);

impl SenderKey {
    /// A new key as it is kept.
    pub(super) fn generate() -> Result<Vec<u8>, Unspecified> {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(key.as_ref().to_vec())
    }

    /// A key that was kept.
    pub(super) fn read(kept: &[u8]) -> Option<SenderKey> {
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &SystemRandom::new())
            .ok()
            .map(SenderKey)
    }

    /// The public key as browsers take it.
    pub(super) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key().as_ref())
    }

    /// The header that tells a push service (`https://push.example.org`) which site sends; `now` in seconds.
    pub(super) fn authorization(&self, service: &str, site: &str, now: i64) -> Result<String, Unspecified> {
        let head = URL_SAFE_NO_PAD.encode(json!({ "typ": "JWT", "alg": "ES256" }).to_string());
        let claims = json!({ "aud": service, "exp": now + GOOD_FOR, "sub": site });
        let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
        let text = format!("{head}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), text.as_bytes())?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Ok(format!("vapid t={text}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};

    /// Appendix A of RFC 8291.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let recipient = Recipient::read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let public =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let body = recipient.seal_with(
            &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            &public.try_into().unwrap(),
            &bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
            b"When I grow up, I want to be a watermelon",
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS\
            6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(body.unwrap()), expected);
    }

    #[test]
    fn the_sender_is_signed() {
        let kept = SenderKey::generate().unwrap();
        let key = SenderKey::read(&kept).unwrap();
        let header = key
            .authorization("https://push.example.org", "https://example.org", 1000)
            .unwrap();
        let (token, public) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        let (text, signature) = token.rsplit_once('.').unwrap();
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        assert!(verifier.verify(text.as_bytes(), &bytes(signature)).is_ok());
        let claims = String::from_utf8(bytes(text.split_once('.').unwrap().1)).unwrap();
        assert!(
            claims.contains("\"aud\":\"https://push.example.org\""),
            "{claims}"
        );
        assert!(SenderKey::read(b"nonsense").is_none());
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let key = URL_SAFE_NO_PAD.encode([4; PUBLIC]);
        let secret = URL_SAFE_NO_PAD.encode([1; SECRET]);
        assert!(Recipient::read(&key, &secret).is_some());
        for (key, secret) in [("", &*secret), (&*key, ""), ("=", "="), (&secret, &key)] {
            assert_eq!(Recipient::read(key, secret), None);
        }
        let no_point = Recipient::read(&key, &secret).unwrap();
        assert!(no_point.seal(b"x").is_err(), "this is no point of the curve");
    }
}
