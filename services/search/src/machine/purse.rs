use crate::Meter;

/// Nodes between two looks at the budget.
const STRIDE: u64 = 128;

/// One search's share of a budget, spent node by node and accounted for in strides.
#[derive(Debug)]
pub(crate) struct Purse<'a> {
    meter: &'a Meter,
    unspent: u64,
    empty: bool,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(meter: &'a Meter) -> Purse<'a> {
        Purse { meter, unspent: 0, empty: !meter.spend(0) }
    }

    /// Pays for a node; from the first `false` on the search has ended and its values mean nothing.
    pub(crate) fn pay(&mut self) -> bool {
        self.unspent += 1;
        if self.unspent == STRIDE {
            self.settle();
        }
        !self.empty
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.empty
    }

    fn settle(&mut self) {
        self.empty |= !self.meter.spend(self.unspent);
        self.unspent = 0;
    }
}

impl Drop for Purse<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}
