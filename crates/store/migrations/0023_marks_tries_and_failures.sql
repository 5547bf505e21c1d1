-- Marks of devices that end with the password, and work that fails without holding up the rest.

-- Raised when all sessions and tokens end: marks of devices with a lower number are not known any more.
ALTER TABLE people ADD COLUMN device_epoch BIGINT NOT NULL DEFAULT 0;

-- When the change last failed; 0 if it has not. The others come first.
ALTER TABLE name_changes ADD COLUMN tried BIGINT NOT NULL DEFAULT 0;

-- Messages in a row that the push service has not taken in time.
ALTER TABLE push_subscriptions ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
