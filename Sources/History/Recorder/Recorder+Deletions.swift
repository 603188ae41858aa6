extension Recorder {
  /// Returns whether so many more deletions would need a person's answer: more than half of the files of the last ten
  /// minutes would be gone (review A14).
  package func wouldEmpty(deleting count: Int) -> Bool {
    deletions.wouldAsk(deletions: count, of: fileTotal, at: time.now().monotonic)
  }
}
