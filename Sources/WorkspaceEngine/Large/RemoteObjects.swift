/// The objects of one remote: the connection, the uploader and the downloader.
struct RemoteObjects: Sendable {
  /// The connection to the objects.
  var link: ObjectLink
  /// The objects that the remote is known to have.
  var known: KnownObjects
  /// The pointers in unpublished commits.
  var unpublished: UnpublishedPointers
  /// Uploads the objects of unpublished commits.
  var uploader: Uploader
  /// Downloads the contents of placeholders.
  var downloader: Downloader

  /// Cancels all uploads and downloads and waits for their end.
  func close() async {
    await uploader.close()
    await downloader.close()
  }
}
