use tablero_api::v1 as pb;
use tablero_store::{Identity, Profile, Session};
use uuid::Uuid;

pub(super) use crate::rpc::write::{count, profile, time};

pub(super) fn own_profile(owner: Profile, identities: Vec<Identity>) -> pb::OwnProfile {
    let settings = owner.settings.clone();
    pb::OwnProfile {
        settings: Some(pb::Settings {
            theme: settings.theme,
            language: settings.language,
            hide_coordinates: settings.hide_coordinates,
            hidden: settings.hidden,
        }),
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

pub(super) fn identity(identity: Identity) -> pb::Identity {
    pb::Identity {
        provider: identity.provider,
        external_id: identity.external_id,
        display_name: identity.display_name,
        link_time: Some(time(identity.linked_at)),
    }
}
