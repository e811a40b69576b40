use chrono::{DateTime, Utc};
use tablero_store::{AsyncPgConnection, Community, Match, SetProblem, Stand, Tourney, TourneyState};
use uuid::Uuid;

use crate::edge::Person;
use crate::error::{Error, Missing, Result};

/// So many of a table are told.
const TOLD: usize = 25;
/// So many of its people make a side's points.
const BEST: usize = 5;

/// A tourney as it is seen from one of its sides.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) tourney: Tourney,
    /// As the clock tells.
    pub(crate) state: TourneyState,
    pub(crate) problems: Vec<SetProblem>,
    pub(crate) sides: Vec<Side>,
    /// The first of the side from which it is seen, best first.
    pub(crate) stands: Vec<Stand>,
    /// How many there are.
    pub(crate) people: usize,
    /// Who looks, if somebody does.
    pub(crate) me: Option<Uuid>,
    pub(crate) mine: Option<Stand>,
    pub(crate) attempts: Vec<Match>,
}

/// A community in a tourney, with the sum of its best people.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) community: Community,
    /// Whether it is seen from here.
    pub(crate) here: bool,
    pub(crate) accepted: bool,
    pub(crate) points: i32,
    pub(crate) errors: i32,
    pub(crate) elapsed_ms: i64,
}

impl View {
    /// All that may be known.
    pub(crate) async fn load(
        db: &mut AsyncPgConnection,
        tourney: Tourney,
        from: Uuid,
        me: Option<Uuid>,
        now: DateTime<Utc>,
    ) -> Result<View> {
        let mut view = View::outline(db, tourney, from, now).await?;
        if view.state == TourneyState::Announced {
            return Ok(view);
        }
        let stands = view.tourney.table(db).await?;
        for side in &mut view.sides {
            side.sum_up(&stands);
        }
        view.me = me;
        view.mine = stands.iter().find(|stand| Some(stand.profile_id) == me).cloned();
        view.stands =
            stands.into_iter().filter(|stand| stand.community_id == from && !stand.hidden).collect();
        view.people = view.stands.len();
        view.stands.truncate(TOLD);
        if let Some(me) = me {
            view.attempts = view.tourney.attempts(db, me).await?;
        }
        Ok(view)
    }

    /// What it is, without how anybody stands.
    pub(crate) async fn outline(
        db: &mut AsyncPgConnection,
        tourney: Tourney,
        from: Uuid,
        now: DateTime<Utc>,
    ) -> Result<View> {
        let mut sides = Vec::new();
        for (id, accepted) in std::iter::once((tourney.host_id, true))
            .chain(tourney.guest_id.map(|guest| (guest, tourney.guest_channel.is_some())))
        {
            let Some(community) = Community::by_id(db, id).await? else { continue };
            sides.push(Side { here: id == from, community, accepted, points: 0, errors: 0, elapsed_ms: 0 });
        }
        let state = match tourney.state() {
            TourneyState::Announced if tourney.runs(now) => TourneyState::Running,
            state => state,
        };
        Ok(View {
            problems: tourney.set(db).await?,
            state,
            tourney,
            sides,
            stands: Vec::new(),
            people: 0,
            me: None,
            mine: None,
            attempts: Vec::new(),
        })
    }

    /// Whether everybody of its sides may see its problems.
    pub(crate) fn is_revealed(&self) -> bool {
        matches!(self.state, TourneyState::Running | TourneyState::Ended)
    }
}

impl Side {
    /// The stands are in order.
    fn sum_up(&mut self, stands: &[Stand]) {
        let ours = stands.iter().filter(|stand| stand.community_id == self.community.id);
        for stand in ours.take(BEST) {
            self.points += stand.points;
            self.errors += stand.errors;
            self.elapsed_ms += stand.elapsed_ms;
        }
    }

    /// Whose result is better comes first.
    pub(crate) fn order(&self) -> (i32, i32, i64) {
        (-self.points, self.errors, self.elapsed_ms)
    }
}

/// The side from which somebody looks at a tourney: the one that is named, else the one they count for, else the one they are in, else any
/// that they belong to.
pub(crate) async fn seen_from(
    db: &mut AsyncPgConnection,
    tourney: &Tourney,
    person: &Person,
    named: Option<(String, String)>,
) -> Result<Uuid> {
    let me = person.profile.id;
    let mut mine = Vec::new();
    for id in std::iter::once(tourney.host_id).chain(tourney.guest_id) {
        let Some(community) = Community::by_id(db, id).await? else { continue };
        if community.member(db, me).await?.is_some() {
            mine.push(community);
        }
    }
    let place = person.place().map(|place| (place.provider.clone(), place.community.clone()));
    let at = |place: &(String, String)| {
        mine.iter().find(|side| side.provider == place.0 && side.external_id == place.1).map(|side| side.id)
    };
    let found = match &named {
        Some(named) => at(named),
        None => {
            let counted = tourney.side_of(db, me).await?;
            counted.or_else(|| place.as_ref().and_then(at)).or_else(|| mine.first().map(|side| side.id))
        }
    };
    found.ok_or(Error::Missing(Missing::Tourney))
}
