import { Buffer } from 'node:buffer'

/** Who answers what, and with what, for a mail as a mail program writes it. */
export interface Answer {
  readonly from: string
  readonly to: string
  readonly text?: string
  readonly id?: string
  /** Further lines of the head, above the others. */
  readonly head?: readonly string[]
  readonly files?: readonly { readonly name: string; readonly mime: string; readonly bytes: Uint8Array }[]
}

const QUOTED = ['Alex Winters sent you a question.', '', 'RFI 001: Route', 'Along grid C?']
const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')

const headOf = ({ from, to, id = crypto.randomUUID(), head = [] }: Answer, ...more: string[]) => [
  ...head,
  `From: ${from}`,
  `To: ${to}`,
  'Subject: Re: RFI 001: Route',
  `Message-ID: <${id}@mail.example>`,
  'MIME-Version: 1.0',
  ...more,
]

const filesIn = ({ files = [] }: Answer, boundary: string) =>
  files.flatMap(({ name, mime, bytes }) => [
    `--${boundary}`,
    `Content-Type: ${mime}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    inBase64(bytes),
  ])

const lines = (...all: readonly (string | readonly string[])[]) => all.flat().join('\r\n')

/** As Gmail writes it: text and HTML, the earlier mail below an attribution, and a signature. */
export function gmail(answer: Answer): string {
  const { text = 'Run it along grid C.' } = answer
  const attribution = 'On Fri, Nov 27, 2026 at 3:12 PM Plumbline <plumbline@plumbline.test>'
  return lines(
    headOf(answer, 'Content-Type: multipart/mixed; boundary="mixed"', ''),
    '--mixed',
    ['Content-Type: multipart/alternative; boundary="both"', ''],
    ['--both', 'Content-Type: text/plain; charset="UTF-8"', 'Content-Transfer-Encoding: quoted-printable', ''],
    [text, '', '--=20', 'Pat Foreman', 'Three Rivers Electric', '', attribution, 'wrote:', ''],
    QUOTED.map((line) => `> ${line}`),
    ['', '--both', 'Content-Type: text/html; charset="UTF-8"', ''],
    [`<div dir="ltr">${text}</div><div class="gmail_quote">${QUOTED.join('<br>')}</div>`, '', '--both--'],
    filesIn(answer, 'mixed'),
    '--mixed--',
    '',
  )
}

/** As Outlook writes it: the earlier mail below a line and its head, and a small picture in the signature. */
export function outlook(answer: Answer, logo: Uint8Array): string {
  const { text = 'Run it along grid C.' } = answer
  const earlier = ['From: Plumbline <plumbline@plumbline.test>', 'Sent: Friday, November 27, 2026 3:12 PM']
  return lines(
    headOf(answer, 'Content-Type: multipart/mixed; boundary="_004_"', ''),
    ['--_004_', 'Content-Type: multipart/related; boundary="_003_"', ''],
    ['--_003_', 'Content-Type: multipart/alternative; boundary="_000_"', ''],
    ['--_000_', 'Content-Type: text/plain; charset="us-ascii"', ''],
    [text, '', '________________________________', ...earlier, 'Subject: RFI 001: Route', '', ...QUOTED, ''],
    ['--_000_', 'Content-Type: text/html; charset="us-ascii"', ''],
    [`<p class=MsoNormal>${text}</p><img src="cid:image001.png@01DC">`, '', '--_000_--'],
    ['--_003_', 'Content-Type: image/png; name="image001.png"', 'Content-ID: <image001.png@01DC>'],
    ['Content-Disposition: inline; filename="image001.png"', 'Content-Transfer-Encoding: base64', ''],
    [inBase64(logo), '--_003_--'],
    filesIn(answer, '_004_'),
    '--_004_--',
    '',
  )
}

/** As an iPhone writes it: the earlier mail is quoted with its attribution. */
export function apple(answer: Answer): string {
  const { text = 'Run it along grid C.' } = answer
  return lines(
    headOf(answer, 'Content-Type: multipart/mixed; boundary=Apple-Mail-7', 'X-Mailer: iPhone Mail (23B85)', ''),
    ['--Apple-Mail-7', 'Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: 7bit', ''],
    [text, '', 'Sent from my iPhone', ''],
    ['> On Nov 27, 2026, at 3:12 PM, Plumbline <plumbline@plumbline.test> wrote:', '>'],
    QUOTED.map((line) => `> ${line}`),
    filesIn(answer, 'Apple-Mail-7'),
    ['', '--Apple-Mail-7--', ''],
  )
}

/** HTML alone. */
export function htmlOnly(answer: Answer): string {
  const { text = 'Run it along grid C.' } = answer
  const quoted = `On Fri, Nov 27, 2026 at 3:12 PM Plumbline &lt;plumbline@plumbline.test&gt; wrote:<br>`
  return lines(
    headOf(answer, 'Content-Type: text/html; charset=utf-8', ''),
    `<html><body><p>${text}</p><br><div>${quoted}</div><blockquote>${QUOTED.join('<br>')}</blockquote></body></html>`,
    '',
  )
}

/** A mail without any parts, whose text is as given. */
export const plain = (answer: Answer): string =>
  lines(headOf(answer, 'Content-Type: text/plain; charset=utf-8', ''), answer.text ?? '', '')
