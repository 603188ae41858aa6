"""deliver.py FOLDER: delivers messages into the Maildir FOLDER with Python's mailbox, and sets their time to 2026-11-27
09:00 in Berlin, since the messages are of these days."""

import email.header
import email.mime.multipart
import email.mime.text
import mailbox
import os
import sys

box = mailbox.Maildir(sys.argv[1], create=True)
now = 1795766400


def deliver(message, flags=None, **fields):
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    delivered = mailbox.MaildirMessage(message)
    if flags is not None:
        delivered.set_subdir("cur")
        delivered.set_flags(flags)
    box.add(delivered)


def text(content, kind="plain", charset="utf-8"):
    return email.mime.text.MIMEText(content, kind, charset)


name = email.header.Header("Bjørn Ödegård", "utf-8").encode()
subject = email.header.Header("Frühstück im Café – " + "sehr " * 20 + "gut", "utf-8")
deliver(text("Grüße,\nwie geht es?"), From=f"{name} <bjorn@example.org>", To="Ada <ada@example.org>", Subject=subject,
        Date="Fri, 27 Nov 2026 08:30:00 +0100", Message_ID="<1@example.org>")
deliver(text("caf\xe9", charset="iso-8859-1"), "S", From='"List, The" <list@example.org>', To="list@example.org",
        Subject="=?ISO-8859-1?Q?caf=E9?= =?ISO-8859-1?Q?_noir?=", Date="Fri, 27 Nov 2026 08:00:00 +0100", List_Id="<x>")
both = email.mime.multipart.MIMEMultipart("alternative")
both.attach(text("<html><style>p {}</style><p>Hi &amp; bye</p></html>", "html"))
both.attach(text("Hi & bye"))
deliver(both, "FRS", From="bob@example.org", To="ada@example.org", Subject="Report",
        Date="Thu, 26 Nov 2026 23:59:00 -0500")
deliver(text("<p>only <b>html</b></p>", "html"), "", From="cy@example.org", To="x@example.org", Cc="ADA@example.org",
        Subject="html", Date="Wed, 25 Nov 2026 10:00:00 +0000")
deliver(text("gone"), "ST", From="d@example.org", Subject="deleted", Date="Fri, 27 Nov 2026 08:00:00 +0100")
deliver(text("draft"), "D", From="d@example.org", Subject="draft", Date="Fri, 27 Nov 2026 08:00:00 +0100")
deliver(text("old"), "S", From="e@example.org", Subject="old", Date="Mon, 2 Mar 2020 08:00:00 +0100")
for folder in ("new", "cur"):
    for file in os.listdir(f"{sys.argv[1]}/{folder}"):
        # The names begin with the time of the delivery, which is that of the test.
        rest = file.split(".", 1)[1]
        os.rename(f"{sys.argv[1]}/{folder}/{file}", f"{sys.argv[1]}/{folder}/{now}.{rest}")
        os.utime(f"{sys.argv[1]}/{folder}/{now}.{rest}", (now, now))
