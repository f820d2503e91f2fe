import { css } from '#css/css'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { phoneMenu } from '#blocks/slots.ts'
import { Drawer } from '#ui/drawer/drawer.tsx'
import { NavLinks } from './sidebar.tsx'

/** The navigation drawer of phones. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title="Menu" side="start">
      <nav aria-label="Main" className={column}>
        <NavLinks onFollow={onClose} />
        <SlotOutlet slot={phoneMenu} props={{ onFollow: onClose }} />
      </nav>
    </Drawer>
  )
}

const column = css({ display: 'grid', margin: '-4.5', paddingBlock: '2' })
