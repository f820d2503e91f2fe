import { css } from '#css/css'
import { Drawer } from '#ui/drawer/drawer.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { NavLinks, entry } from './sidebar.tsx'

/** The navigation drawer of phones, which have the refresh button there. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title="Menu" side="start">
      <nav aria-label="Main" className={column}>
        <button type="button" className={entry} onClick={() => location.reload()}>
          <Icon name="refresh-cw" />
          Refresh
        </button>
        <NavLinks onFollow={onClose} />
      </nav>
    </Drawer>
  )
}

const column = css({ display: 'grid', margin: '-4.5', paddingBlock: '2' })
