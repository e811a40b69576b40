CREATE TABLE sessions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    client text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_profile ON sessions (profile_id, created_at DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
COMMENT ON TABLE sessions IS 'Log-ins that have not been ended; a session is alive until expires_at';
COMMENT ON COLUMN sessions.token_hash IS 'SHA-256 of the token; the token itself is nowhere';
COMMENT ON COLUMN sessions.client IS 'What the client called itself';
COMMENT ON COLUMN sessions.last_used_at IS 'Written at most every five minutes';
