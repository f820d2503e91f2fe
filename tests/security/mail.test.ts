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

test('mails of the server say that nobody wrote them, so that no machine answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mail-'))
  try {
    const mailer = folderMailer(folder, 'Plumbline <plumbline@x.example>')
    await mailer.send({ to: 'kim@x.example', subject: 'RFI 7', text: 'Hello.' }, { id: 'job-1' })
    const headers = { 'Auto-Submitted': 'auto-replied', 'Reply-To': 'reply+1-rfis-7-0a@in.x.example' }
    await mailer.send({ to: 'kim@x.example', subject: 'RFI 7', text: 'Hello.', headers }, { id: 'job-2' })
    const [told, replied] = ['job-1', 'job-2'].map((id) => readFileSync(join(folder, `${id}.eml`), 'utf8'))
    expect(told).toMatch(/^auto-submitted: auto-generated\r$/im)
    expect(told).toMatch(/^message-id: <job-1@plumbline>\r$/im)
    expect(replied).toMatch(/^auto-submitted: auto-replied\r$/im)
    expect(replied).toMatch(/^reply-to: reply\+1-rfis-7-0a@in\.x\.example\r$/im)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
