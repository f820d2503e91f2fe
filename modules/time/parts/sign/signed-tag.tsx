import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { Tag } from '#ui/tag/tag.tsx'
import type { TimeEntry } from '../../entities.ts'
import type { SignedOn } from './use-signed.ts'

/** Whether a person's day is signed, or was and has to be again; nothing where nobody signs days. @useSignals */
export const SignedMark = memo(
  ({
    of,
    user_id,
    day,
    signedOn,
  }: {
    of: ReadonlySignal<readonly TimeEntry[]>
    user_id: Id
    day: Day
    signedOn: SignedOn
  }) => {
    const state = useDerived(() => signedOn(user_id, day, of.value)?.state, [of, user_id, day, signedOn])
    return state ? <SignedTag state={state} short /> : null
  },
)

export const SignedTag = ({ state, short }: { state: 'signed' | 'void'; short?: boolean }) => (
  <Tag small tone={state === 'void' ? 'attention' : 'done'} className={css({ whiteSpace: 'normal' })}>
    {state === 'signed' ? 'Signed' : short ? 'Sign again' : 'Changed after signing'}
  </Tag>
)
