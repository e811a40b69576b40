// @generated automatically by Diesel CLI.

diesel::table! {
    identities (provider, external_id) {
        provider -> Text,
        external_id -> Text,
        profile_id -> Uuid,
        display_name -> Text,
        linked_at -> Timestamptz,
    }
}

diesel::table! {
    link_codes (profile_id) {
        profile_id -> Uuid,
        code_hash -> Bytea,
        provider -> Nullable<Text>,
        external_id -> Nullable<Text>,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    profiles (id) {
        id -> Uuid,
        name -> Text,
        name_key -> Text,
        password_hash -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        token_hash -> Bytea,
        profile_id -> Uuid,
        client -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::joinable!(identities -> profiles (profile_id));
diesel::joinable!(link_codes -> profiles (profile_id));
diesel::joinable!(sessions -> profiles (profile_id));

diesel::allow_tables_to_appear_in_same_query!(identities, link_codes, profiles, sessions,);
