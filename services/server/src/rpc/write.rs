use chrono::{DateTime, Utc};
use prost_types::Timestamp;
use tablero_api::v1 as pb;
use tablero_store::Profile;

pub(super) fn time(at: DateTime<Utc>) -> Timestamp {
    Timestamp { seconds: at.timestamp(), nanos: at.timestamp_subsec_nanos().cast_signed() }
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

pub(super) fn profile(profile: Profile) -> pb::Profile {
    pb::Profile {
        id: profile.id.to_string(),
        name: profile.name,
        create_time: Some(time(profile.created_at)),
    }
}
