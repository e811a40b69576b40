use chrono::{DateTime, Utc};
use prost_types::Timestamp;
use tablero_api::v1 as pb;
use tablero_store::{Identity, Profile, Session};
use uuid::Uuid;

pub(super) fn time(at: DateTime<Utc>) -> Timestamp {
    Timestamp {
        seconds: at.timestamp(),
        nanos: at.timestamp_subsec_nanos().cast_signed(),
    }
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

pub(super) fn own_profile(owner: Profile, identities: Vec<Identity>) -> pb::OwnProfile {
    pb::OwnProfile {
        has_password: owner.password_hash.is_some(),
        profile: Some(profile(owner)),
        identities: identities.into_iter().map(identity).collect(),
    }
}

pub(super) fn session(session: Session, current: Option<Uuid>) -> pb::Session {
    pb::Session {
        current: Some(session.id) == current,
        id: session.id.to_string(),
        client: session.client,
        create_time: Some(time(session.created_at)),
        last_use_time: Some(time(session.last_used_at)),
        expire_time: Some(time(session.expires_at)),
    }
}

pub(super) fn profile(profile: Profile) -> pb::Profile {
    pb::Profile {
        id: profile.id.to_string(),
        name: profile.name,
        create_time: Some(time(profile.created_at)),
    }
}

pub(super) fn identity(identity: Identity) -> pb::Identity {
    pb::Identity {
        provider: identity.provider,
        external_id: identity.external_id,
        display_name: identity.display_name,
        link_time: Some(time(identity.linked_at)),
    }
}
