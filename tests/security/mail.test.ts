import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderMailer } from '#server/mail/mailer.ts'

test('neither subject nor address can inject a mail header', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mail-'))
  try {
    const mailer = folderMailer(folder, 'Plumbline <plumbline@x.example>')
    const line = 'RFI 7\r\nBcc: thief@evil.example\r\n\r\nForged'
    await mailer.send({ to: 'kim@x.example', subject: line, text: 'Hello.' })
    await mailer.send({ to: 'kim@x.example\r\nBcc: thief@evil.example', subject: 'RFI 7', text: 'Hello.' })
    const letters = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(letters).toHaveLength(2)
    for (const letter of letters) {
      const [head = '', ...body] = letter.split('\r\n\r\n')
      expect(head).not.toMatch(/^bcc:/im)
      expect(body.join('\r\n\r\n').trim()).toBe('Hello.')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
