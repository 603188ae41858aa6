internal import GitObjects

/// Finds out which parts of a line of commits a remote refuses that does not say it: a function of what it answers.
///
/// What is offered is always the beginning of what is left; an answer halves it. One culprit among n parts takes about
/// log n offers, and every part that is taken is published by that.
struct RefusalSearch {
  /// What is offered next: the first so many of the parts that are left; nil when it is over.
  private(set) var offer: Int?
  /// Parts whose fate is open, in order.
  private(set) var rest: [Int]
  /// Parts that were refused alone, in order.
  private(set) var refused: [Int] = []
  /// How many parts were taken.
  private(set) var taken = 0
  /// The first so many of the rest are known to be refused together.
  private var bad: Int
  private var offersLeft: Int
  /// So many refusals in a row without one part taken: then it is not the content.
  private var patience: Int

  /// Begins with parts that were refused together.
  init(parts: Int) {
    rest = Array(0..<parts)
    bad = parts
    var halvings = 0
    while parts >> halvings > 1 { halvings += 1 }
    patience = 2 * halvings + 6
    offersLeft = 40
    next()
  }

  /// Takes the remote's answer to the last offer.
  mutating func note(isTaken: Bool) {
    guard let offer else { return }
    offersLeft -= 1
    if isTaken {
      rest.removeFirst(offer)
      taken += offer
      bad -= min(bad, offer)
    } else {
      patience -= 1
      bad = offer
    }
    next()
  }

  private mutating func next() {
    offer = nil
    if bad == 1 {
      refused.append(rest.removeFirst())
      bad = 0
    }
    guard !rest.isEmpty, offersLeft > 0, taken > 0 || patience > 0 else { return }
    offer = bad == 0 ? rest.count : bad / 2
  }
}
