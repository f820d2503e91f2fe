import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
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
    if (!state) return null
    return (
      <span className={css({ color: state === 'void' ? 'attention' : 'done' })}>
        <Icon
          name={state === 'void' ? 'pencil' : 'check'}
          size="sm"
          label={state === 'void' ? 'Sign again' : 'Signed'}
        />
      </span>
    )
  },
)

export const SignedTag = ({ state }: { state: 'signed' | 'void' }) => (
  <Tag small tone={state === 'void' ? 'attention' : 'done'} className={css({ whiteSpace: 'normal' })}>
    {state === 'signed' ? 'Signed' : 'Changed after signing'}
  </Tag>
)
