-- Browsers that want to hear of their owner's turn: the address of their push service, and the keys to encrypt for them.
CREATE TABLE push_subscriptions (
    endpoint TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    site TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
