CREATE TABLE link_codes (
    profile_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    provider text,
    external_id text,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (provider, external_id) REFERENCES identities ON DELETE CASCADE,
    CHECK ((provider IS NULL) = (external_id IS NULL))
);
CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);
COMMENT ON TABLE link_codes IS 'One-time codes that join a profile and an identity; one for each profile';
COMMENT ON COLUMN link_codes.profile_id IS 'Who made the code';
COMMENT ON COLUMN link_codes.code_hash IS 'SHA-256 of the code';
COMMENT ON COLUMN link_codes.provider IS 'With external_id: the identity that made the code; null when a session made it';
