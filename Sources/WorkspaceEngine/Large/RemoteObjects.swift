/// The objects of one remote: the way to them, and what brings and sends them.
struct RemoteObjects: Sendable {
  /// The way.
  var link: ObjectLink
  /// What the remote is known to have.
  var known: KnownObjects
  /// The pointers of what is not published.
  var unpublished: UnpublishedPointers
  /// Sends.
  var uploader: Uploader
  /// Brings.
  var downloader: Downloader

  /// Ends all that is going on.
  func close() async {
    await uploader.close()
    await downloader.close()
  }
}
