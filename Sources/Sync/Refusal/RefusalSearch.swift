/// Bisects a line of commits to find the parts that a remote refuses without naming them: a function of its answers.
///
/// Each offer is the beginning of the undecided parts; an answer halves it. One culprit among n parts takes about log n
/// offers, and an offer publishes every part that it contains if it is accepted. A part counts as refused only after it
/// was refused alone: a remote that refused once, because its hook or its disk failed, may accept everything by now.
struct RefusalSearch {
  /// The number of undecided parts to offer next; nil when the search is over.
  private(set) var offer: Int?
  /// The undecided parts, in order.
  private(set) var rest: [Int]
  /// The parts that were refused alone, in order.
  private(set) var refused: [Int] = []
  /// The number of accepted parts.
  private(set) var taken = 0
  /// The number of undecided parts that are known to be refused together.
  private var bad: Int
  private var offersLeft: Int
  /// The number of refusals that are left while no part was accepted; at 0 the content is not the cause.
  private var patience: Int

  /// Begins with parts that were refused together.
  init(parts: Int) {
    rest = Array(0..<parts)
    bad = parts
    var halvings = 0
    while parts >> halvings > 1 { halvings += 1 }
    patience = 2 * halvings + 6
    offersLeft = 40
    // The refusal before the search was of this part alone.
    if parts == 1 { refuseFirst() }
    next()
  }

  /// Records the remote's answer to the last offer.
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
      if offer == 1 { refuseFirst() }
    }
    next()
  }

  private mutating func refuseFirst() {
    refused.append(rest.removeFirst())
    bad = 0
  }

  private mutating func next() {
    offer = nil
    guard !rest.isEmpty, offersLeft > 0, taken > 0 || patience > 0 else { return }
    offer = bad == 0 ? rest.count : max(1, bad / 2)
  }
}
