CREATE TABLE profiles (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 32),
    name_key text NOT NULL CONSTRAINT profiles_name_key_unique UNIQUE,
    password_hash text,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE profiles IS 'A person, as Tablero knows them';
COMMENT ON COLUMN profiles.name IS 'As its owner spells it, in NFKC';
COMMENT ON COLUMN profiles.name_key IS 'The name folded so that equal keys mean the same name';
COMMENT ON COLUMN profiles.password_hash IS 'PHC string with its parameters; null while no password is set';

CREATE TABLE identities (
    provider text NOT NULL,
    external_id text NOT NULL,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    display_name text NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, external_id),
    CONSTRAINT identities_one_per_provider UNIQUE (profile_id, provider)
);
COMMENT ON TABLE identities IS 'Accounts elsewhere that stand for a profile';
COMMENT ON COLUMN identities.provider IS 'Where the account is, for example discord';
COMMENT ON COLUMN identities.external_id IS 'The id of the account there';
COMMENT ON COLUMN identities.display_name IS 'The name the account was last seen with';
