import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { guest } from '#core/access/access.ts'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { isMutedOn } from '../days.ts'
import {
  guestKinds,
  kinds,
  mailedKinds,
  mutedProjects,
  notificationChoices,
  pushDevices,
  pushedKinds,
  toldKinds,
  urgentKinds,
  type NotificationKind,
} from '../entities.ts'
import { kindNames } from '../kind-names.ts'
import { Hours } from './hours.tsx'
import { PushDevices } from './push-devices.tsx'
import { reachLine } from './reach-line.ts'

type WayKey = 'app' | 'email' | 'text' | 'push'
interface Way {
  readonly key: WayKey
  readonly label: string
  /** After the name of a kind. */
  readonly phrase: string
  /** The kinds that it tells of, and those that nobody turns off. */
  readonly tells: readonly NotificationKind[]
  readonly always: readonly NotificationKind[]
}
const ways: readonly Way[] = [
  { key: 'app', label: 'App', phrase: 'in the app', tells: kinds, always: urgentKinds },
  { key: 'email', label: 'Email', phrase: 'by email', tells: mailedKinds, always: ['injuries'] },
  { key: 'text', label: 'Text', phrase: 'by text message', tells: mailedKinds, always: [] },
  { key: 'push', label: 'Push', phrase: 'by push message', tells: kinds, always: [] },
]

/** Through what one hears of each kind, and the jobs that one has muted (rule notification-choice). @useSignals */
export const ReachPanel = () => {
  const { api, session, settings } = useServices()
  const query = useQuery(notificationChoices)
  const listed = useQuery(pushDevices)
  const devices = useRecords(listed.items)
  const choices = useRecords(query.items)
  const report = useOutcome()
  const methods: unknown = session.user.value?.notification_methods
  const isGuest = guest(session.user.value)
  const shown = isGuest ? guestKinds : toldKinds
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  const lacking: readonly WayKey[] = [
    ...(settings.value.features.includes('texts') ? [] : (['text'] as const)),
    ...(devices.length ? [] : (['push'] as const)),
  ]
  const offered = ways.filter(({ key }) => !lacking.includes(key))
  const of = (kind: NotificationKind) => choices.find((one) => one.kind === kind)
  const otherwise = (kind: NotificationKind, way: WayKey) =>
    way === 'app' || (way === 'push' ? pushedKinds.includes(kind) : Array.isArray(methods) && methods.includes(way))
  const wants = (kind: NotificationKind, way: WayKey) => of(kind)?.[way] ?? otherwise(kind, way)
  const lacksNumber =
    offered.some(({ key }) => key === 'text') &&
    session.user.value?.phone_number === null &&
    shown.some((kind) => mailedKinds.includes(kind) && wants(kind, 'text'))
  async function choose(kind: NotificationKind, way: WayKey, wanted: boolean) {
    const known = of(kind)
    report(await api(notificationChoices).save({ ...(known ? { id: known.id } : { kind }), [way]: wanted }), 'Saved.')
  }
  return (
    <>
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {offered.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((kind) => (
            <tr key={kind}>
              <th scope="row">{kindNames[kind]}</th>
              {offered.map(({ key, phrase, tells, always }) => (
                <td key={key}>
                  {tells.includes(kind) && (
                    <Checkbox
                      aria-label={`${kindNames[kind]}, ${phrase}`}
                      value={always.includes(kind) || wants(kind, key)}
                      disabled={always.includes(kind)}
                      onChange={(wanted) => void choose(kind, key, wanted)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css({ textStyle: 'note' })}>
        {isGuest ? 'What is with you always arrives.' : 'What is with you, and every injury, always arrives.'}
      </p>
      {lacksNumber && (
        <p className={css({ textStyle: 'note', color: 'attention' })}>
          Text messages need a phone number in your account, which has none.
        </p>
      )}
      <Hours />
      <PushDevices devices={devices} ask={listed.ask} />
      <Muted />
    </>
  )
}

/** The muted jobs, each with until when. @useSignals */
const Muted = () => {
  const { api } = useServices()
  const report = useOutcome()
  const today = useToday()
  const query = useQuery(mutedProjects)
  const muted = useRecords(query.items).filter((one) => isMutedOn(one, today))
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  return (
    <section aria-labelledby="muted-jobs" className={css({ stack: '2' })}>
      <h3 id="muted-jobs" className={css({ textStyle: 'section' })}>
        Muted jobs
      </h3>
      {muted.length === 0 && (
        <p className={css({ textStyle: 'note' })}>None. A job is muted in the menu of one of its notifications.</p>
      )}
      <ul>
        {muted.map(({ id, project_number, project_name, until }) => {
          const name = `${project_number} ${project_name}`
          return (
            <li key={id} className={reachLine}>
              <span className={css({ flex: '1 1 10rem', minWidth: '0' })}>
                <b>{name}</b>
                <span className={css({ display: 'block', textStyle: 'note' })}>
                  {until === null ? 'Muted for good' : `Muted until ${formatWeekday(until)}`}
                </span>
              </span>
              <Button
                size="sm"
                variant="outline"
                icon="bell"
                aria-label={`Hear of ${name} again`}
                onClick={() =>
                  void api(mutedProjects)
                    .remove(id)
                    .then((result) => report(result, `You hear of ${name} again.`))
                }
              >
                Hear of it again
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const table = css({
  width: 'full',
  '& th, & td': {
    paddingBlock: '1',
    paddingInline: '1',
    _first: { paddingInlineStart: '0' },
    borderBottom: '1px solid {colors.line}',
    textAlign: 'center',
  },
  '& th:first-child': { textAlign: 'start', fontWeight: 'medium', overflowWrap: 'anywhere' },
  '& thead th': { textStyle: 'caption', color: 'muted' },
})
