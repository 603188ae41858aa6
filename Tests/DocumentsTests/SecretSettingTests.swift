import Documents
import FoundationEssentials
import Testing

/// Passwords and tokens in the settings of different programs, each beside a text that only looks like one.
@Suite struct SecretSettingTests {
  /// Letters as a key has them; drawn once, of no service. No key is written here in one piece.
  private static let letters = "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0I"
  private static let key = String(letters.prefix(40))
  /// Forty letters with two digits, as one token in twenty has them.
  private static let letterKey = "qZkVfRxLmTwBnHs3JdYcGpEuAoXiQtKvMz7NbWrC"
  private static let phrase = "correct" + "horse12x"
  private static let word = "Kx7pq" + "2mZ"

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static let forms: [(name: String, kind: String, hit: String, miss: String)] = [
    ("a phrase of the environment", "a password", "PGPASSWORD=\(phrase)", "PGPASSWORD=correcthorsexx"),
    ("a phrase in a configuration", "a password", "password = \(phrase)", "password = correcthorse"),
    ("a phrase with capitals", "a password", "password: CorrectHorse12x", "password: user.correctHorse12"),
    ("a phrase in quotes", "a password", "\"password\": \"\(phrase)\"", "\"password\": \"mypassword12\""),
    ("a short password of the environment", "a password", "export DB_PASSWORD=\(word)", "let dbPassword = userPart2"),
    (
      "a token with few digits", "a key", "CLOUDFLARE_API_TOKEN=\(letterKey)",
      "API_TOKEN=TheNameOfTheTokenOfTheService2InTheVault"
    ),
    ("a token of the environment", "a key", "GITLAB_TOKEN=\(key)", "GITLAB_TOKEN=the-token-of-the-deployment-account"),
    ("a secret of the environment", "a key", "SESSION_SECRET=\(key)", "SESSION_SECRET=$(openssl rand -hex 32)"),
    ("a key of the environment", "a key", "STRIPE_API_KEY=\(key)", "STRIPE_API_KEY=${STRIPE_KEY_OF_PRODUCTION_2}"),
    (
      "GitLab's own token", "a GitLab token", "GITLAB_TOKEN=glp" + "at-\(letters.prefix(20))",
      "GITLAB_TOKEN=glp" + "at-token"
    ),
    (
      "a connection string", "a password", "Server=db;User Id=sa;Password=\(word);Encrypt=true",
      "Server=db;User Id=sa;Password=;Encrypt=true"
    ),
    (
      "a connection string with spaces", "a password", "\"Data Source=db; User Id=sa; Password=\(word); Pooling=true\"",
      "\"Data Source=db; Password={password2}; Pooling=true\""
    ),
    (
      "the last part of a connection string", "a password", "\"Server=db;Uid=sa;Pwd=\(word)\"",
      "\"Server=db;Uid=sa;Pwd=%1$s\""
    ),
    (
      "JDBC", "a password", "jdbc:mysql://db/app?user=me&password=\(word)&useSSL=true",
      "jdbc:mysql://db/app?user=me&password=password12&useSSL=true"
    ),
    ("a data source name", "a password", "\"host=db user=me password=\(word)\"", "\"host=db user=me password=%s\""),
    ("Redis", "a password", "cache:6379,password=\(word)94,ssl=True", "cache:6379,password=null,ssl=True"),
    (
      "an address of a queue", "an address with a password", "amqp://app:\(phrase)@mq:5672/a",
      "amqp://app:guest@mq:5672/a"
    ),
    ("an element", "a password", "<user>me</user><password>\(word)</password>", "<password>${db.password1}</password>"),
    (
      "an element of a namespace", "a password", "<db:password>\(word)</db:password>",
      "<td class=\"password\">\(word)</td>"
    ),
    (
      "a named element", "a password", "<property name=\"db.password\">\(word)</property>",
      "<label for=\"db.password\">\(word)</label>"
    ),
    (
      "a named attribute", "a password", "<add key=\"SmtpPassword\" value=\"\(word)\"/>",
      "<add key=\"SmtpHost\" value=\"\(word)\"/>"
    ),
    (
      "a named value in YAML", "a password", "env:\n  - name: DB_PASSWORD\n    value: \"\(word)\"",
      "env:\n  - name: DB_HOST\n    value: \"\(word)\""
    ),
    (
      "a named value in JSON", "a key", "{\"name\": \"API_KEY\", \"value\": \"\(key)\"}",
      "{\"name\": \"COMMIT\", \"value\": \"\(key)\"}"
    ),
    ("a value by subscript", "a password", "config[\"password\"] = \"\(word)\"", "config[\"password\"] = \"changeme\""),
    (".netrc", "a password", "machine git.host login me password \(word)", "then login with password authentication"),
    (
      ".netrc in lines", "a password", "machine git.host\n  login me\n  password \(phrase)\n",
      "login me\npassword is kept"
    ),
    (
      "Docker", "a password", "{\"auths\":{\"hub\":{\"auth\":\"\(base64("me:" + word))\"}}}",
      "{\"auth\":\"\(base64("me:guest"))\"}"
    ),
    ("npm", "a password", "//registry/:_auth=\(base64("me:" + word))", "//registry/:_auth=${NPM_AUTH_OF_THE_BUILD}"),
    (
      "a basic request", "a password", "Authorization: Basic \(base64("me:" + word))",
      "Authorization: Basic \(base64("Aladdin:open sesame"))"
    ),
    ("a bearer", "a key", "Authorization: Bearer \(key)", "Authorization: Bearer mF_9.B5f-4.1JqM"),
    (
      "a bearer of curl", "a key", "curl -H 'Authorization: Bearer \(key)' https://host",
      "curl -H 'Authorization: Bearer $TOKEN'"
    ),
    (
      "a bearer of a program", "a key", "headers[\"Authorization\"] = \"Bearer \(key)\"",
      "headers[\"Authorization\"] = \"Bearer eyJ\(key)\""
    ),
    (
      "a header's key", "a key", "curl -H \"X-Api-Key: \(key)\" https://host", "curl -H \"X-Api-Key: ...\" https://host"
    ),
    (
      "an encrypted key", "a private key",
      "-----BEGIN "
        + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,9F3A7C1E\n\n\(letters)\n\(key)\n",
      "-----BEGIN " + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,9F3A7C1E\n\nthe key itself\n"
    ),
    (
      "a shared access signature", "an Azure signature",
      "https://a.blob.host/c?sv=2022&sig=\(letters.prefix(43))%3D&se=2",
      "https://a.blob.host/c?sv=2022&sig=\(letters.prefix(20))%3D&se=2"
    ),
  ]

  @Test(arguments: forms.indices)
  func `each setting is found with its secret, and not with another value`(index: Int) {
    let (name, kind, hit, miss) = Self.forms[index]
    for (text, kinds) in [(hit, [kind]), (miss, [])] {
      for text in [text, "one\n\(text)\ntwo\n"] {
        #expect(SecretScanner.secrets(in: Array(text.utf8)).map(\.kind) == kinds, "\(name): \(text)")
      }
    }
  }

  @Test(arguments: [
    "P11Key key = token.p11.C_GetAttributeValue(session);", "token = token.p11.C_GetAttributeValue",
    "<a href=\"#password\">Password12345</a>", "if (token.type == TokenType.Identifier2) {",
    "access_token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "aws https://docs.aws.com/goto/WebAPI/s3-2006-03-01/CopyObject",
    "aws arn:aws:kms:key/746de6ea-50a4-4bcb-8fbc-e3b29f2d367b",
    "auth: required", "\"auth\": \"authenticationoftheuser\"", "Authorization: required for each request of 20 or more",
    "getString(\"New.prompt.password:must.be.at.least.6.characters\")",
    "/// `-----BEGIN "
      + "PRIVATE KEY-----`.\n  let bytes = encoder.encodedBytes(of: keyOfTheServer2, format: .pem, and: more)",
    "find(\"PuTTY-User-" + "Key-File-3\", \"Private-Lines:\", in: readerOfAllTheFilesThatAreKeys2, with: more)",
    "public func login(password value: String2)", "<password>\n", "value: \(word)", ">password2<",
  ])
  func `names, references and markup are none`(text: String) {
    for text in [text, "one\n\(text)\ntwo\n"] {
      #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }
}
