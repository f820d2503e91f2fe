import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import type { Keeping } from './keep-sheets.ts'

const inMegabytes = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${Math.round(bytes / 1024 / 1024)} MB`

/** Keeps a project's current sheets on this device: how large they are, how far it is, and what is missing. */
export const KeepButton = ({ keeping }: { keeping: Keeping }) => {
  const { isWanted, kept, of, size, isBusy, failed, keep, drop } = keeping
  if (!of) return null
  if (!isWanted)
    return (
      <Button variant="ghost" icon="download" onClick={keep}>
        Keep on this device · {inMegabytes(size)}
      </Button>
    )
  const isWhole = kept === of
  return (
    <div className={css({ display: 'flex', alignItems: 'center', gap: '2', textStyle: 'small' })}>
      {isBusy ? (
        <span className={css({ display: 'grid', gap: '0.5', minWidth: '8rem' })}>
          <span>
            {kept} of {of} sheets
          </span>
          <Progress value={kept / of} aria-label="Keeping sheets on this device" />
        </span>
      ) : (
        <Menu
          label="Kept sheets"
          trigger={
            <Button variant="ghost">
              <span className={css({ display: 'flex', color: isWhole ? 'done' : 'attention' })}>
                <Icon name={isWhole ? 'check' : 'triangle-alert'} size="sm" />
              </span>
              {isWhole
                ? `On this device · ${inMegabytes(size)}`
                : `${of - kept} of ${of} sheets are not on this device`}
            </Button>
          }
          items={[
            ...(failed || !isWhole ? [{ label: 'Try again', onSelect: keep }] : []),
            { label: 'Remove from this device', onSelect: drop },
          ]}
        />
      )}
    </div>
  )
}
