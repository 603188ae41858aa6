extension Recorder {
  /// Whether so many more deletions are what a person is asked about: more than half of the files that there were in the
  /// last ten minutes would be gone (review A14).
  package func wouldEmpty(deleting count: Int) -> Bool {
    deletions.wouldAsk(deletions: count, of: fileTotal, at: time.now().monotonic)
  }
}
