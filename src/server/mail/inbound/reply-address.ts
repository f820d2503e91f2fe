import { readId } from '../../../core/entity/id.ts'
import type { Id } from '../../../core/access/access.ts'
import type { Entity } from '../../../core/entity/entity.ts'
import { createSigner, sameText } from '../../auth/crypto.ts'

/** The address that answers by mail go to, and what the mail service says when it hands them over. */
export interface InboundMail {
  readonly address: string
  readonly secret: string
}

/** Who answers about which record, as its address says. */
export interface Reply {
  readonly person: Id
  readonly table: string
  readonly id: Id
}

/** The hex digits of a signature: 96 bits, which nobody guesses by sending mails. */
const SIGNED = 24
/** The longest part before the @ that mail systems take. */
const MOST_LOCAL = 64

/**
 * The addresses by which people answer about a record, each of one person and one record: `reply+7-rfis-4-…@in.example.com`.
 * They stand nowhere but in the mails, since their signature tells them from others; letters are lower-case, as mail
 * systems fold them.
 */
export function createReplyAddresses({ address, secret }: InboundMail, key: string) {
  const sign = createSigner(`${key} ${secret}`)
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const signed = (claim: string) => sign(`reply ${claim}`).slice(0, SIGNED)
  return {
    /** Null for a record that takes no messages. */
    of(person: Id, { table, attachable }: Entity, id: Id): string | null {
      const claim = `${person}-${table}-${id}`
      const own = `${local}+${claim}-${signed(claim)}`
      return attachable.includes('message') && own.length <= MOST_LOCAL ? `${own}@${domain}` : null
    },
    /** The first address of ours among these texts, such as a mail's To. */
    in(texts: readonly string[]): Reply | null {
      for (const text of texts)
        for (const [, claim = '', signature = ''] of text.toLowerCase().matchAll(/\+(\d+-[a-z_]+-\d+)-([0-9a-f]+)@/g)) {
          const [person, table = '', id] = claim.split('-')
          const reply = { person: readId(person), table, id: readId(id) }
          if (reply.person !== null && reply.id !== null && sameText(signature, signed(claim)))
            return { person: reply.person, table, id: reply.id }
        }
      return null
    },
  }
}
export type ReplyAddresses = ReturnType<typeof createReplyAddresses>
