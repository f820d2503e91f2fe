import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { ParentScope, useResource, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { Select } from '#ui/select/select.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { companySettings } from '../../company/entities.ts'
import { users } from '../../users/entities.ts'
import { MOST_DAYS, shareLinks, USUAL_DAYS, type ShareLink } from '../entities.ts'
import { LinksMade } from '../parts/links-made.tsx'
import { LinksOut } from '../parts/links-out.tsx'

export interface ShareDialogProps {
  readonly project_id: Id
  /** What it is about, in the title: "drawings". */
  readonly noun: string
  readonly what: ShareLink['what']
  /** The table of a work item, or of those of a list. */
  readonly target_type?: string
  readonly target_id?: Id
  /** Parts of it that can be chosen instead of all. */
  readonly parts?: readonly Option<string>[]
  readonly onClose: () => void
}

interface Recipient {
  readonly user_id?: Id
  readonly email?: string
  readonly name?: string
}
const ALL = 'all'
const people = { status: 'active' }
const may = [
  { value: 'view', label: 'View' },
  { value: 'download', label: 'View, download' },
]
/** What somebody typed: addresses and names, with commas between them. */
const typedIn = (text: string): Recipient[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => (one.includes('@') ? { email: one } : { name: one }))

/** Makes links for people without an account, and shows those that are out (rule share-link). @useSignals */
export const ShareLinksDialog = (props: ShareDialogProps) => (
  <ParentScope project_id={props.project_id}>
    <Sharing {...props} />
  </ParentScope>
)

/** @useSignals */
const Sharing = ({ project_id, noun, what, target_type, target_id, parts, onClose }: ShareDialogProps) => {
  const services = useServices()
  const resource = useResource(shareLinks)
  const posters = useSummary(useQuery(companySettings).items, (all) => all[0]?.share_posters === true, [])
  const today = useToday()
  const [person, setPerson] = useState<Id | null>(null)
  const [typed, setTyped] = useState('')
  const [part, setPart] = useState<string | null>(ALL)
  const [until, setUntil] = useState<string | null>(addDays(today, USUAL_DAYS))
  const [allowed, setAllowed] = useState<string | null>('download')
  const [asks, setAsks] = useState(false)
  const [answers, setAnswers] = useState(false)
  const [whole, setWhole] = useState(false)
  const [made, setMade] = useState<readonly ShareLink[]>([])
  const [busy, during] = useBusy()
  const params = useShared({ project_id })
  const query = useQuery(shareLinks, { params })
  const about = { what, target_type: target_type ?? null, target_id: target_id ?? null }
  const links = useRecords(query.items).filter(
    (link) => link.what === what && link.target_type === about.target_type && link.target_id === about.target_id,
  )
  const isSet = what === 'drawings' || what === 'sheet'
  const hasItems = target_type !== undefined
  const to = [...(person === null ? [] : [{ user_id: person }]), ...typedIn(typed)]
  async function send(poster = false) {
    const discipline = part === ALL ? null : part
    const draft = {
      ...about,
      discipline,
      until,
      may_download: allowed === 'download',
      asks: isSet && asks,
      answers: hasItems && answers,
      whole: what === 'list' && whole,
      ...(poster ? { poster } : { to }),
    }
    const result = await during(resource.actOnAll('send', draft))
    if (!result.ok) return toastFailure(result)
    setMade(result.data)
    if (poster) for (const link of result.data) await (await import('../parts/poster.ts')).savePoster(link, services)
    setPerson(null)
    setTyped('')
  }
  return (
    <Dialog
      open
      size="md"
      title={`Share ${noun}`}
      onClose={onClose}
      main={
        <Button icon="send" loading={busy} disabled={!to.length || until === null} onClick={() => void send()}>
          {to.length > 1 ? `Send ${to.length} links` : 'Send link'}
        </Button>
      }
    >
      <div className={css({ stack: '4' })}>
        <p className={css({ color: 'muted' })}>Who gets a link needs no account. It always shows what is current.</p>
        <Field label="To">
          <RecordPicker entity={users} filters={people} value={person} onChange={setPerson} />
        </Field>
        <Field
          label="Or by email or name"
          help="Commas between several. Who has a name alone gets no mail: copy the link."
        >
          <TextInput value={typed} onChange={setTyped} autoCapitalize="none" />
        </Field>
        <div className={grid}>
          {parts && (
            <Field label="Sheets">
              <Select options={[{ value: ALL, label: 'All' }, ...parts]} value={part} onChange={setPart} />
            </Field>
          )}
          <Field label="Ends">
            <DatePicker value={until} onChange={setUntil} min={today} max={addDays(today, MOST_DAYS)} />
          </Field>
          {!hasItems && what !== 'log' && (
            <Field label="May">
              <Select options={may} value={allowed} onChange={setAllowed} />
            </Field>
          )}
        </div>
        {isSet && (
          <Switch value={asks} onChange={setAsks}>
            Ask to confirm the current set
          </Switch>
        )}
        {what === 'list' && (
          <Switch value={whole} onChange={setWhole}>
            Everyone’s, not only those of the recipient
          </Switch>
        )}
        {hasItems && (
          <Switch value={answers} onChange={setAnswers}>
            May answer with messages and photos, and say that their own are done
          </Switch>
        )}
        {what === 'drawings' && posters && (
          <Button variant="outline" icon="printer" loading={busy} onClick={() => void send(true)}>
            Poster for the trailer
          </Button>
        )}
        <LinksMade links={made} onDone={(link) => setMade(made.filter((one) => one !== link))} />
        {query.state.value === 'never' && <NotLoaded failure={query.failure.value} retry={query.ask} />}
        <LinksOut links={links} onMade={(one) => setMade([one])} />
      </div>
    </Dialog>
  )
}

const grid = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', gap: '3' })
