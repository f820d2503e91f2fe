import { formatMoment } from '#lib/moments.ts'
import type { ReactNode } from 'react'
import { css } from '#css/css'
import { labelOf } from '#core/entity/field.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import type { Waiting } from '#core/writes/mutation.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { copy } from '#ui/toast/copy.ts'
import { Tag, type Tone } from '#ui/tag/tag.tsx'
import { useServices } from '../services/services.tsx'
import { Value } from '../value/value.tsx'
import { describe, kindsOf, type Described, type Description } from './describe.ts'

const tags: Record<Waiting['state'], [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'neutral'],
  sending: ['Sending …', 'primary'],
  refused: ['Not accepted', 'attention'],
}

/** One kept change: what it does and where, and if it was refused why; `children` are further actions. @useSignals */
export const OutboxItem = ({
  item,
  onDiscard,
  children,
}: {
  item: Waiting
  onDiscard: () => void
  children: ReactNode
}) => {
  const { registry, store, writes } = useServices()
  const { state, refused, kept_at, files } = item
  const [label, tone] = tags[state]
  const description = describe(item, registry, store)
  const dependents = kindsOf(writes.dependentsOf(item.at), registry)
  const isLost = refused !== null && ([403, 404].includes(refused.status) || !registry.entity(item.entity))
  return (
    <Card className={card} invalid={state === 'refused'}>
      <div>
        <p className={strong}>{[description.what, description.where].filter(Boolean).join(' · ')}</p>
        <Records {...description} />
      </div>
      {refused && <Reasons refused={refused} />}
      {refused?.current?.map((current) => (
        <div key={current.id} className={theirs}>
          <p className={strong}>{refused.by ? `As ${refused.by} left it:` : 'As it is now:'}</p>
          <Values fields={description.fields} values={current} names={namesIn(description)} />
        </div>
      ))}
      {item.waitsFor !== undefined && <p className={meta}>It is sent when what it belongs to has been accepted.</p>}
      {dependents && <p className={meta}>Waiting with it: {dependents}.</p>}
      <div className={foot}>
        <span className={meta}>
          <Tag tone={tone}>{refused?.warnings ? 'Needs your confirmation' : label}</Tag>
          <time dateTime={kept_at}>{formatMoment(kept_at)}</time>
        </span>
        <span className={actions}>
          {isLost && <CopyText text={textOf(description)} />}
          {isLost && files?.file && <SaveFile file={files.file} />}
          {state !== 'sending' && (
            <Button size="sm" variant="outline" onClick={onDiscard}>
              Discard
            </Button>
          )}
          {refused && (
            <Button size="sm" variant="outline" onClick={() => void writes.retry(item.at)}>
              {refused.warnings ? 'Save anyway' : refused.current ? 'Save mine' : 'Try again'}
            </Button>
          )}
          {refused && children}
        </span>
      </div>
    </Card>
  )
}

const Records = ({ records, fields }: Description) => (
  <ul>
    {records.map((record, at) => (
      <li key={at}>
        {record.title}
        <Values fields={fields} values={record.values} names={Object.keys(record.values)} />
      </li>
    ))}
  </ul>
)

const namesIn = ({ records }: Description) => Object.keys(records[0]?.values ?? {})

const Values = ({
  fields,
  values,
  names,
}: { names: readonly string[]; values: object } & Pick<Description, 'fields'>) => (
  <dl className={list}>
    {names.map((name) => (
      <div key={name}>
        <dt className={css({ display: 'inline' })}>{labelOf(name, fields[name])}: </dt>
        <dd className={css({ display: 'inline' })}>
          <Value field={fields[name]} value={(values as Described['values'])[name]} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Why a change was not saved: the server's warnings, or its error. */
const Reasons = ({ refused }: { refused: Failure }) => {
  const reasons = refused.warnings?.map(({ message }) => message) ?? [messageOf(refused)]
  return reasons.map((reason) => (
    <p key={reason} className={wrong}>
      {reason}
    </p>
  ))
}

/** What was typed, as text. */
const textOf = ({ what, where, records, fields }: Description): string =>
  [
    [what, where].filter(Boolean).join(' · '),
    ...records.flatMap(({ title, values }) => [
      title,
      ...Object.entries(values).map(([name, value]) => `${labelOf(name, fields[name])}: ${String(value)}`),
    ]),
  ].join('\n')

const CopyText = ({ text }: { text: string }) => (
  <Button size="sm" variant="outline" onClick={() => void copy(text, 'Text')}>
    Copy
  </Button>
)

/** Offers a picture or file that cannot be sent any more for saving. */
const SaveFile = ({ file }: { file: File }) => (
  <Button
    size="sm"
    variant="outline"
    onClick={() => {
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name })
      link.click()
      URL.revokeObjectURL(link.href)
    }}
  >
    Save file
  </Button>
)

const card = css({ stack: '2.5' })
const strong = css({ fontWeight: 'strong' })
const wrong = css({ color: 'attention', fontWeight: 'strong', whiteSpace: 'pre-line' })
const theirs = css({ padding: '2.5', borderRadius: 'md', background: 'soft' })
const list = css({ color: 'muted', overflowWrap: 'anywhere' })
const foot = css({ wrap: '2.5' })
const meta = css({ row: '2', textStyle: 'note' })
const actions = css({ flow: '2', marginInlineStart: 'auto' })
