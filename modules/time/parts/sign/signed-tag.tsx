import { Tag } from '#ui/tag/tag.tsx'
import type { SignedDay } from '../../day-signatures.ts'

const states = {
  signed: { label: 'Signed', tone: 'done' },
  void: { label: 'Changed after signing', tone: 'attention' },
} as const

/** Whether a day is signed, or was and has to be again; nothing where nobody signs days. */
export const SignedTag = ({ of }: { of: SignedDay | null }) =>
  of && (
    <Tag small tone={states[of.state].tone}>
      {states[of.state].label}
    </Tag>
  )
