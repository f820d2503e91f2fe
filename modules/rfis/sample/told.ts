import type { Ctx } from '#server/define-server.ts'
import { messages } from '../../messages/entities.ts'
import { notifications } from '../../notifications/entities.ts'
import { rfis } from '../entities.ts'

const HOUR = 3_600_000

/** The latest answers to RFIs, as their authors were told of them. */
export async function tellOfAnswers({ save, all, now }: Ctx): Promise<void> {
  const questions = new Map((await all(rfis)).map((rfi) => [rfi.id, rfi]))
  const answers = (await all(messages, { messageable_type: rfis.table })).slice(-6)
  for (const [at, { messageable_id, user_id, user_name, content }] of answers.entries()) {
    const rfi = questions.get(messageable_id)
    if (!rfi) continue
    const told_at = new Date(Date.parse(now) - (answers.length - at) * 9 * HOUR).toISOString()
    await save(notifications, {
      user_id: rfi.user_id,
      subject_type: rfis.table,
      subject_id: rfi.id,
      project_id: rfi.project_id,
      kind: 'answers',
      actor_id: user_id,
      text: `${user_name} answered RFI ${String(rfi.number).padStart(3, '0')}`,
      note: `“${content}”`,
      href: rfis.display.href(rfi),
      told_at,
      read_at: at < 3 ? told_at : null,
    })
  }
}
