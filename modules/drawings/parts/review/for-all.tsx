import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { disciplineNames, disciplines, type Discipline } from '../../disciplines.ts'
import { drawings, type Drawing } from '../../entities.ts'

const options = disciplines.map((value) => ({ value, label: disciplineNames[value] }))

interface Given {
  readonly revision?: string
  readonly dated?: string
  readonly discipline?: Discipline
}

/** A revision, a date and a discipline for all pages of a set, or for the ticked ones (rule drawing-for-all). @useSignals */
export const ForAll = ({ set, ticked }: { set: Drawing; ticked: readonly Id[] }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [name, setName] = useState(set.name)
  const [revision, setRevision] = useState('')
  const [discipline, setDiscipline] = useState<Discipline | null>(null)
  const whom = ticked.length ? `for ${ticked.length} chosen` : 'for all'
  async function give(given: Given, said: string) {
    const body = ticked.length ? { ...given, revision_ids: ticked } : given
    report(await api.across(drawings).act(set.id, 'for_all', body), `${said} ${whom}.`)
  }
  const rename = async () => {
    const result = await api(drawings, { project_id: set.project_id }).save({ id: set.id, name: name.trim() })
    if (!result.ok) report(result, '')
  }
  return (
    <section className={bar} aria-label="Same for all pages">
      <Field label="Set name">
        <TextInput
          value={name}
          onChange={setName}
          onBlur={() => void (name.trim() && name.trim() !== set.name && rename())}
        />
      </Field>
      <Field label={`Revision ${whom}`}>
        <TextInput
          value={revision}
          onChange={setRevision}
          maxLength={20}
          onBlur={() => void (revision.trim() && give({ revision: revision.trim() }, `Revision ${revision.trim()}`))}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </Field>
      <Field label={`Date ${whom}`}>
        <DatePicker value={set.received_on} onChange={(dated) => void (dated && give({ dated }, 'Date'))} />
      </Field>
      <Field label={`Discipline ${whom}`}>
        <Select
          options={options}
          value={discipline}
          onChange={(chosen) => {
            setDiscipline(chosen)
            if (chosen) void give({ discipline: chosen }, disciplineNames[chosen])
          }}
        />
      </Field>
    </section>
  )
}

const bar = css({
  stack: '3',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: '2fr 1fr 1.3fr 1.3fr' },
  paddingBottom: '4',
})
