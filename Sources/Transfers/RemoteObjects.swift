/// The objects of one remote: the connection, the uploader and the downloader.
package struct RemoteObjects: Sendable {
  /// The connection to the objects.
  package var link: ObjectLink
  /// The objects that the remote is known to have.
  package var known: KnownObjects
  /// The pointers in unpublished commits.
  package var unpublished: UnpublishedPointers
  /// Uploads the objects of unpublished commits.
  package var uploader: Uploader
  /// Downloads the contents of placeholders.
  package var downloader: Downloader

  /// Makes the parts of one remote.
  package init(
    link: ObjectLink, known: KnownObjects, unpublished: UnpublishedPointers, uploader: Uploader, downloader: Downloader
  ) {
    self.link = link
    self.known = known
    self.unpublished = unpublished
    self.uploader = uploader
    self.downloader = downloader
  }

  /// Cancels all uploads and downloads and waits for their end.
  package func close() async {
    await uploader.close()
    await downloader.close()
  }
}
