/// The known forms, from the makers' manuals and the secret scanning lists of GitHub and GitLab.
///
/// Only forms with a prefix of their own, so that hardly anything else looks like them. JSON web tokens are not
/// included: they do not show what they open, and texts are full of expired ones.
enum KnownSecretForms {
  static let all: [SecretForm] =
    ["AKIA", "ASIA"].map { SecretForm("an AWS access key", $0, .base32, 16...16) }
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { SecretForm("a GitHub token", $0, .alphanumeric, 36...255) }
    + [
      SecretForm("a GitHub token", "github_pat_", .url, 60...255),
      SecretForm("a GitLab token", "glpat-", .dotted, 20...300),
      SecretForm("a GitLab token", "glptt-", .hex, 40...40),
      SecretForm("a GitLab token", "gldt-", .dotted, 20...300),
      SecretForm("a GitLab token", "glrt-", .dotted, 20...300),
    ]
    + ["glcbt-", "glimt-", "glagent-", "gloas-", "glsoat-", "glft-"].map {
      SecretForm("a GitLab token", $0, .dotted, 20...300)
    }
    + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-"].map { SecretForm("a Slack token", $0, .url, 24...300) }
    + [
      SecretForm("a Slack token", "xapp-", .url, 40...300),
      SecretForm("a Slack webhook", "hooks.slack.com/services/T", .path, 36...80),
      SecretForm("a Slack webhook", "hooks.slack.com/workflows/T", .path, 36...100),
      SecretForm("a Discord webhook", "discord.com/api/webhooks/", .path, 70...120),
      SecretForm("a Discord webhook", "discordapp.com/api/webhooks/", .path, 70...120),
      SecretForm("a Stripe key", "sk_live_", .alphanumeric, 20...255),
      SecretForm("a Stripe key", "rk_live_", .alphanumeric, 20...255),
      SecretForm("a Stripe webhook secret", "whsec_", .base64, 32...80),
      SecretForm("an Anthropic key", "sk-ant-", .url, 60...255),
      SecretForm("an OpenAI key", "sk-proj-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-svcacct-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-admin-", .url, 40...255),
      SecretForm("an OpenAI key", "sk-", .alphanumeric, 48...48, marker: "T3BlbkFJ"),
      SecretForm("an OpenRouter key", "sk-or-v1-", .hex, 64...64),
      SecretForm("a Google API key", "AIza", .url, 35...35),
      SecretForm("a Google client secret", "GOCSPX-", .url, 28...28),
      SecretForm("a Google refresh token", "1//0", .url, 40...200),
      SecretForm("an npm token", "npm_", .alphanumeric, 36...36),
      SecretForm("a PyPI token", "pypi-AgEI", .url, 50...1_000),
      SecretForm("a Hugging Face token", "hf_", .alphanumeric, 34...40),
    ]
    + ["dop_v1_", "doo_v1_", "dor_v1_"].map { SecretForm("a DigitalOcean token", $0, .hex, 64...64) }
    + ["shpat_", "shpss_", "shpca_", "shppa_"].map { SecretForm("a Shopify token", $0, .hex, 32...32) }
    + [
      SecretForm("a Square token", "sq0atp-", .url, 22...22),
      SecretForm("a Square secret", "sq0csp-", .url, 43...43),
      SecretForm("a Docker Hub token", "dckr_pat_", .url, 27...40),
      SecretForm("a Vault token", "hvs.", .url, 90...300),
      SecretForm("a Databricks token", "dapi", .hex, 32...32),
      SecretForm("a Linear key", "lin_api_", .alphanumeric, 40...40),
      SecretForm("a Notion token", "ntn_", .alphanumeric, 46...46),
      SecretForm("a Notion token", "secret_", .alphanumeric, 43...43),
      SecretForm("a Grafana token", "glsa_", .url, 41...41),
      SecretForm("a New Relic key", "NRAK-", .capital, 27...27),
      SecretForm("a Figma token", "figd_", .url, 40...60),
      SecretForm("a Supabase token", "sbp_", .hex, 40...40),
      SecretForm("a Pulumi token", "pul-", .hex, 40...40),
      SecretForm("a Doppler token", "dp.pt.", .alphanumeric, 40...44),
      SecretForm("a RubyGems key", "rubygems_", .hex, 48...48),
      SecretForm("a Groq key", "gsk_", .alphanumeric, 52...52),
      SecretForm("an xAI key", "xai-", .alphanumeric, 80...80),
      SecretForm("a Replicate token", "r8_", .alphanumeric, 37...37),
      SecretForm("a Perplexity key", "pplx-", .alphanumeric, 48...56),
      SecretForm("a Tailscale key", "tskey-", .url, 30...80),
      SecretForm("a SendGrid key", "SG.", .dotted, 66...66),
      SecretForm("a Twilio key", "SK", .hex, 32...32),
      SecretForm("a Mailgun key", "key-", .hex, 32...32),
      SecretForm("a Postman key", "PMAK-", .dashedHex, 59...59),
      SecretForm("a Cloudflare origin key", "v1.0-", .dashedHex, 160...180),
      SecretForm("an Atlassian token", "ATATT3", .url, 150...260),
      SecretForm("an Atlassian token", "ATCTT3", .url, 150...260),
      SecretForm("a Bitbucket password", "ATBB", .alphanumeric, 32...32),
      SecretForm("a Sentry token", "sntrys_", .base64, 80...400),
      SecretForm("a Netlify token", "nfp_", .alphanumeric, 36...40),
      SecretForm("an Artifactory key", "AKCp", .alphanumeric, 60...80),
      SecretForm("an Azure storage key", "AccountKey=", .base64, 88...88),
      SecretForm("an Azure service bus key", "SharedAccessKey=", .base64, 44...44),
      SecretForm("an Azure signature", "sig=", .base64, 44...44, marker: "="),
      SecretForm("an age key", "AGE-SECRET-KEY-1", .capital, 58...58),
    ]
}
