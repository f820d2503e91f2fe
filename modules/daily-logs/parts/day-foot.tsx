import { useState } from 'react'
import { SaveNote } from '#blocks/autosave/save-note.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { MarkSwitch } from '#blocks/workflow/mark-switch.tsx'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { useDestination } from '../../attachments/index.ts'
import { CompleteDialog } from '../dialogs/complete-dialog.tsx'
import { dailyLogs, type EntryType } from '../entities.ts'
import { addsPhotos, editsLogs } from '../guards.ts'
import { layouts } from '../layouts.ts'
import { useEntries, useSums, type Day } from './use-day.ts'

const types: readonly EntryType[] = [
  'manpower',
  'delivery',
  'delay',
  'safety',
  'note',
  'visitor',
  'equipment',
  'weather',
]

/** What is ready and what is not, and what is always at hand: the camera, a new line, and Complete. @useSignals */
export const DayFoot = ({ day }: { day: Day }) => {
  const { session } = useServices()
  const [completing, setCompleting] = useState(false)
  const { log, mayEdit, isOpen } = day
  const user = session.user.value
  const offered = types.filter((type) => day.mayAdd(type))
  const { pending } = useSums(day)
  const hasWeather = useEntries(day)('weather').length > 0
  const isWeatherKnown = log.weather_auto !== null || hasWeather
  if (!isOpen && !editsLogs(user)) return null
  return (
    <div className={bar} data-complete={!isOpen || undefined}>
      <div className={css({ display: { base: 'none', lg: 'flex' }, gap: '4', flex: '1', flexWrap: 'wrap' })}>
        {mayEdit && (
          <>
            <Ready is={!!log.work_performed} label="Work performed" />
            <Ready is={isWeatherKnown} label="Weather" />
            {pending > 0 && (
              <Ready is={false} label={pending === 1 ? '1 entry to approve' : `${pending} entries to approve`} />
            )}
          </>
        )}
      </div>
      <SaveNote />
      {isOpen && addsPhotos(user) && <Camera day={day} />}
      {offered.length > 0 && (
        <span className={css({ display: { lg: 'none' } })}>
          <Menu
            label="Add"
            trigger={<IconButton variant="outline" size="lg" icon="plus" aria-label="Add an entry" />}
            items={offered.map((type) => ({
              label: layouts[type].add,
              icon: layouts[type].icon,
              onSelect: () => day.add(type),
            }))}
          />
        </span>
      )}
      {editsLogs(user) && log.project_archived_at === null && (
        <span className={css({ display: { base: 'none', lg: 'block' } })}>
          <MarkSwitch entity={dailyLogs} record={log} mark="shared" on="share" off="unshare">
            Share with customer
          </MarkSwitch>
        </span>
      )}
      {mayEdit && (
        <Button icon="check" className={main} onClick={() => setCompleting(true)}>
          Complete
        </Button>
      )}
      {completing && <CompleteDialog log={log} onClose={() => setCompleting(false)} />}
    </div>
  )
}

const Ready = ({ is, label }: { is: boolean; label: string }) => (
  <span className={ready} data-ready={is || undefined}>
    <Icon name={is ? 'check' : 'circle-alert'} size="sm" label={is ? 'Ready:' : 'Missing:'} /> {label}
  </span>
)

/** Takes photos one after another with a phone's camera. @useSignals */
const Camera = ({ day: { log } }: { day: Day }) => {
  const services = useServices()
  const destinationOf = useDestination()
  const destination = destinationOf({ type: dailyLogs.table, id: log.id })
  const { open, input } = usePicker({ accept: 'image/*', capture: 'environment', multiple: true }, (files) =>
    sendFiles(services, destination, files),
  )
  return (
    <span className={css({ display: { lg: 'none' } })}>
      <IconButton variant="outline" size="lg" icon="camera" aria-label="Take photo" onClick={open} />
      {input}
    </span>
  )
}

const bar = css({
  position: 'sticky',
  // Above the bottom bar of phones.
  bottom: { base: '{sizes.bar.tabs}', md: '0' },
  zIndex: 'sticky',
  display: 'flex',
  // On a phone a complete log needs only the note on what is saved, if there is one.
  '&[data-complete]:not(:has(> [role=status]:not(:empty), > [role=alert]))': { display: { base: 'none', lg: 'flex' } },
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { base: '2.5', lg: '4' },
  marginTop: '4',
  marginInline: { base: '-3.5', md: '-28px' },
  marginBottom: { base: '-6', md: '-28px' },
  paddingInline: { base: '3.5', md: '28px' },
  paddingBlock: '2.5',
  background: 'card',
  borderTop: '1px solid {colors.line}',
  // The note on what is saved has a line of its own on phones.
  '& > [role=status], & > [role=alert]': { flexBasis: { base: '100%', lg: 'auto' } },
})
const main = css({ flexGrow: { base: '1', lg: '0' }, minHeight: { base: '12', lg: '9' } })
const ready = css({
  inlineRow: '1',
  textStyle: 'small',
  fontWeight: 'strong',
  color: 'attention',
  '&[data-ready]': { color: 'done' },
})
