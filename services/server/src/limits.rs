use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::error::{Error, Result};
use crate::options::RateOptions;

/// How often somebody may try something, by account and by address. Kept in this process: with several servers behind one
/// name, each counts for itself.
#[derive(Debug)]
pub(crate) struct Limits {
    log_ins: Limit,
    log_ins_from: Limit,
    creations: Limit,
    creations_from: Limit,
    redemptions: Limit,
    hasher: RandomState,
    clock: DefaultClock,
}

type Limit = Option<DefaultKeyedRateLimiter<u64>>;

impl Limits {
    pub(crate) fn new(rates: &RateOptions) -> Limits {
        Limits {
            log_ins: per_minute(rates.log_ins_per_account),
            log_ins_from: per_minute(rates.log_ins_per_address),
            creations: per_minute(rates.creations_per_name),
            creations_from: per_minute(rates.creations_per_address),
            redemptions: per_minute(rates.log_ins_per_account),
            hasher: RandomState::new(),
            clock: DefaultClock::default(),
        }
    }

    /// Counts an attempt to log in, or to prove a password otherwise.
    pub(crate) fn log_in(&self, account: &str, address: Option<IpAddr>) -> Result<()> {
        self.check(&self.log_ins_from, address.map(network))?;
        self.check(&self.log_ins, Some(account))
    }

    /// Counts an attempt to create a profile.
    pub(crate) fn creation(&self, name: &str, address: Option<IpAddr>) -> Result<()> {
        self.check(&self.creations_from, address.map(network))?;
        self.check(&self.creations, Some(name))
    }

    /// Counts an attempt to redeem a link code.
    pub(crate) fn redemption(&self, person: uuid::Uuid) -> Result<()> {
        self.check(&self.redemptions, Some(person))
    }

    /// Forgets who has not tried for a while.
    pub(crate) fn sweep(&self) {
        let all =
            [&self.log_ins, &self.log_ins_from, &self.creations, &self.creations_from, &self.redemptions];
        for limit in all.into_iter().flatten() {
            limit.retain_recent();
            limit.shrink_to_fit();
        }
    }

    fn check(&self, limit: &Limit, key: Option<impl Hash>) -> Result<()> {
        let (Some(limit), Some(key)) = (limit, key) else {
            return Ok(());
        };
        limit
            .check_key(&self.hasher.hash_one(key))
            .map_err(|early| Error::RateLimited { retry: early.wait_time_from(self.clock.now()) })
    }
}

fn per_minute(most: u32) -> Limit {
    NonZeroU32::new(most).map(|most| DefaultKeyedRateLimiter::keyed(Quota::per_minute(most)))
}

/// The part of an address that is hard to change: all of an IPv4 address, the network of an IPv6 one.
fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => u128::from(u32::from(address)),
        IpAddr::V6(address) => u128::from(address) >> 64 << 64,
    }
}
