internal import CCurl
internal import Glibc

/// One request with its answer, in the form for libcurl's handle.
///
/// `@unchecked Sendable`: the requesting task creates it and passes it to the loop's thread, which alone uses it until
/// it has ended.
final class Exchange: @unchecked Sendable {
  let request: TransferRequest
  /// The receiver of the answer's body; nil to keep the body in memory.
  let sink: TransferSink?
  /// Receives the numbers of bytes so far.
  let progress: (@Sendable (_ sent: Int, _ received: Int) -> Void)?
  /// The handle of libcurl; nil before the start.
  private(set) var easy: OpaquePointer?
  /// The status and the fields of the answer.
  private(set) var head = TransferHead(status: 0, fields: [:])
  /// The body of the answer, if no sink takes it.
  private(set) var body: [UInt8] = []
  /// The error that ended the exchange on this side; nil if none did.
  private(set) var error: TransferError?
  private var list: UnsafeMutablePointer<curl_slist>?
  private var file: Int32 = -1
  private var offset = 0
  private var received = 0
  private var isTaken: Bool?
  private var stall: StallRule
  private let started: ContinuousClock.Instant

  /// The largest size of an answer in memory: a batch of 100 objects with long addresses takes some 200 kB.
  static let bodyLimit = 8 << 20
  /// The size of libcurl's buffers. It reads the next part of a body when the last one was sent.
  private static let buffer = 512 << 10

  /// Creates an exchange that has not begun; its time limits count from now.
  init(
    _ request: TransferRequest, _ sink: TransferSink?,
    _ progress: (@Sendable (_ sent: Int, _ received: Int) -> Void)?
  ) {
    self.request = request
    self.sink = sink
    self.progress = progress
    started = ContinuousClock.now
    stall = StallRule(request.deadline, now: .zero)
  }

  deinit {
    if let easy { ccurl_easy_cleanup(UnsafeMutableRawPointer(easy)) }
    ccurl_slist_free_all(list)
    if file >= 0 { close(file) }
  }

  private var size: Int {
    switch request.body {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    }
  }

  /// Creates libcurl's handle; nil if the body cannot be opened or memory is short.
  func prepare(_ settings: TransferSettings) -> UnsafeMutableRawPointer? {
    if case .file(let path, _) = request.body {
      file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else {
        error = .local
        return nil
      }
    }
    guard let handle = ccurl_easy_init() else {
      error = .other("no memory")
      return nil
    }
    easy = OpaquePointer(handle)
    ccurl_set_text(handle, CURLOPT_URL, request.address.text)
    ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    // An empty text, because libcurl reads the environment otherwise.
    ccurl_set_text(handle, CURLOPT_PROXY, settings.proxy ?? "")
    if let certificates = settings.certificates { ccurl_set_text(handle, CURLOPT_CAINFO, certificates) }
    ccurl_set_text(handle, CURLOPT_USERAGENT, settings.agent)
    ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(request.deadline.connect / .milliseconds(1)))
    ccurl_set_number(handle, CURLOPT_BUFFERSIZE, Self.buffer)
    ccurl_set_number(handle, CURLOPT_UPLOAD_BUFFERSIZE, Self.buffer)
    ccurl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
    setMethod(handle)
    setFields(handle)
    setCallbacks(handle)
    return handle
  }

  private func setMethod(_ handle: UnsafeMutableRawPointer) {
    if case .none = request.body {
      if request.method == "GET" {
        ccurl_set_number(handle, CURLOPT_HTTPGET, 1)
      } else {
        ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
      }
      return
    }
    ccurl_set_number(handle, CURLOPT_UPLOAD, 1)
    ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
    ccurl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(size))
  }

  private func setFields(_ handle: UnsafeMutableRawPointer) {
    // Disables waiting for "100 Continue", which takes a second at servers that do not support it.
    var lines = ["Expect:"]
    for (name, value) in request.fields { lines.append("\(name): \(value)") }
    for (name, value) in request.secrets { lines.append("\(name): \(value)") }
    for line in lines { list = ccurl_slist_append(list, line) }
    ccurl_set_list(handle, CURLOPT_HTTPHEADER, list)
  }

  private func setCallbacks(_ handle: UnsafeMutableRawPointer) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
      ccurl_set_pointer(handle, option, own)
    }
    ccurl_set_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
      guard let bytes, let own else { return 0 }
      let exchange = Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue()
      exchange.take(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    ccurl_set_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
      guard let bytes, let own else { return 0 }
      let exchange = Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue()
      return exchange.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }
    ccurl_set_read(handle, CURLOPT_READFUNCTION) { buffer, size, count, own in
      guard let buffer, let own else { return Int(CURL_READFUNC_ABORT) }
      let exchange = Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue()
      return exchange.give(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    ccurl_set_seek(handle, CURLOPT_SEEKFUNCTION) { own, offset, origin in
      guard let own, origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
      Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue().offset = Int(offset)
      return CURL_SEEKFUNC_OK
    }
  }

  private func take(line: UnsafeRawBufferPointer) { head.take(line: line) }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isTaken = isTaken ?? sink?.accepts(head) ?? false
    self.isTaken = isTaken
    received += bytes.count
    if isTaken {
      guard sink?.take(bytes) ?? false else {
        error = .local
        return false
      }
      progress?(offset, received)
      return true
    }
    guard body.count + bytes.count <= Self.bodyLimit else {
      error = .tooLarge
      return false
    }
    body += bytes
    return true
  }

  private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(buffer.count, size - offset)
    guard wanted > 0 else { return 0 }
    switch request.body {
    case .none: return 0
    case .bytes(let bytes):
      buffer.copyBytes(from: bytes[offset..<offset + wanted])
      offset += wanted
      return wanted
    case .file:
      var count = -1
      repeat { count = pread(file, buffer.baseAddress, wanted, off_t(offset)) } while count < 0 && errno == EINTR
      // A file shorter than announced would leave the server waiting for the rest.
      guard count > 0 else {
        error = .local
        return Int(CURL_READFUNC_ABORT)
      }
      offset += count
      progress?(offset, received)
      return count
    }
  }

  /// The number of bytes of the body that libcurl has sent.
  private var sent: Int {
    var count: curl_off_t = 0
    guard let easy, ccurl_get_size(UnsafeMutableRawPointer(easy), CURLINFO_SIZE_UPLOAD_T, &count) == CURLE_OK else {
      return offset
    }
    return Int(count)
  }

  /// Returns the time for which nothing may move from now on; nil if the transfer stalled for too long.
  ///
  /// - Parameter rate: the limit of the transfer in bytes a second, with which libcurl pauses after each buffer; 0 for
  ///   none.
  func left(at rate: Int) -> Duration? {
    let now = ContinuousClock.now - started
    let hasBegun = request.deadline.waitsForBody ? received > 0 : head.status != 0
    let isWaiting = offset >= size && !hasBegun
    let pause = rate > 0 ? Duration.seconds(Double(Self.buffer) / Double(rate)) : .zero
    let moved = sent + received + head.fields.count
    guard let left = stall.left(moved: moved, isWaiting: isWaiting, pause: pause, now: now) else {
      error = .stalled(seconds: Int(stall.silence(now: now).components.seconds))
      return nil
    }
    return left
  }

  /// Returns the outcome for libcurl's code.
  func result(_ code: CURLcode) -> Result<TransferResponse, TransferError> {
    if let error { return .failure(error) }
    if code == CURLE_OK { return .success(TransferResponse(head: head, body: body, address: request.address)) }
    let why = ccurl_easy_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
      CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      return .failure(.offline(why))
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR: return .failure(head.status == 0 ? .offline(why) : .cut)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
      CURLE_SSL_CERTPROBLEM:
      return .failure(.untrusted(why))
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .failure(.address(request.address.text))
    default: return .failure(.other(why))
    }
  }
}
