import { css } from '#css/css'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { crews } from '../../../crews/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { licenseNames } from '../board/board-rows.ts'
import { licenses } from '../../kinds.ts'
import { groupings, onlys, spans, type Place } from '../place.ts'

const groupNames = { license: 'By license', crew: 'By usual crew', job: 'By job', person: 'By person' } as const
const onlyNames = { free: 'Free people', short: 'Jobs short of people' } as const
const options = <V extends string>(values: readonly V[], names: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: names[value] }))

interface Chosen {
  place: Place
  go: (part: Partial<Place>) => void
}

/** The controls for the number of weeks, the kind of rows, and the filters. @useSignals */
export const BoardFilters = ({
  place,
  go,
  search,
  onSearch,
}: Chosen & { search: string; onSearch: (text: string) => void }) => (
  <>
    <span className={css({ width: '8rem' })}>
      <Select
        aria-label="Weeks"
        value={place.weeks}
        options={spans.map((value) => ({ value, label: value === 1 ? '1 week' : `${value} weeks` }))}
        onChange={(weeks) => weeks && go({ weeks })}
      />
    </span>
    <span className={css({ width: '10rem' })}>
      <Select
        aria-label="Group people"
        value={place.group}
        options={options(groupings, groupNames)}
        onChange={(group) => group && go({ group })}
      />
    </span>
    <span className={css({ width: '11rem' })}>
      <TextInput
        type="search"
        aria-label="Search people and jobs"
        placeholder="Person or job"
        value={search}
        onChange={onSearch}
      />
    </span>
    <Popover title="Filters" trigger={<IconButton icon="list-filter" variant="outline" aria-label="Filters" />}>
      <Inputs place={place} go={go} />
    </Popover>
    <Narrowed place={place} go={go} />
  </>
)

/** @useSignals */
const Inputs = ({ place, go }: Chosen) => {
  const usual = useRecords(useQuery(crews).items)
  return (
    <div className={css({ stack: '3', minWidth: '16rem' })}>
      <Field label="License">
        <Select
          placeholder="Any"
          clearable
          value={place.license}
          options={options(licenses, licenseNames)}
          onChange={(license) => go({ license })}
        />
      </Field>
      {usual.length > 0 && (
        <Field label="Crew">
          <Select
            placeholder="Any"
            clearable
            value={place.crew_id}
            options={usual.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(crew_id) => go({ crew_id })}
          />
        </Field>
      )}
      <Field label="Job">
        <RecordPicker
          entity={projects}
          placeholder="Any"
          value={place.project_id}
          onChange={(project_id) => go({ project_id })}
        />
      </Field>
      <Field label="Show">
        <Select
          placeholder="Everyone"
          clearable
          value={place.only}
          options={options(onlys, onlyNames)}
          onChange={(only) => go({ only })}
        />
      </Field>
    </div>
  )
}

/** What the rows are narrowed by; a press takes it away. @useSignals */
const Narrowed = ({ place, go }: Chosen) => {
  const { store } = useServices()
  const { license, crew_id, project_id, only } = place
  const crew = useRecords(useQuery(crews).items).find(({ id }) => id === crew_id)
  const chips = [
    ...(license ? [['License', licenseNames[license], { license: null }] as const] : []),
    ...(crew ? [['Crew', crew.name, { crew_id: null }] as const] : []),
    ...(project_id ? [['Job', store.of(projects).get(project_id)?.number ?? '…', { project_id: null }] as const] : []),
    ...(only ? [['Show', onlyNames[only], { only: null }] as const] : []),
  ]
  return chips.map(([label, value, without]) => (
    <Button
      key={label}
      variant="outline"
      icon="x"
      aria-label={`Remove the filter ${label}: ${value}`}
      onClick={() => go(without)}
    >
      {value}
    </Button>
  ))
}
