-- The hash of the session or token that a browser had when it subscribed: its subscription ends with that. Empty in those of
-- before, which end with any of their person's.
ALTER TABLE push_subscriptions ADD COLUMN session TEXT;
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session);
