import { FindButton } from '#blocks/find/find-button.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { topBarEnd } from '#blocks/slots.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Bar, onFrame } from './bar.tsx'
import { OutboxButton } from './outbox-button.tsx'
import { UserButton } from './user-button.tsx'

/** The top bar of a signed-in person: menu toggle, the modules' components, what waits, and profile (rule top-bar). */
export const TopBar = ({ onMenu }: { onMenu: () => void }) => {
  const { session, page } = useServices()
  const user = session.user.value
  return (
    <Bar
      menu={
        <IconButton
          icon="menu"
          aria-label="Menu"
          aria-controls="main-navigation"
          className={onFrame}
          onClick={onMenu}
        />
      }
      about={page.about.value}
      start={<FindButton />}
      end={
        <>
          <SlotOutlet slot={topBarEnd} props={{}} />
          <OutboxButton className={onFrame} />
        </>
      }
    >
      {user && <UserButton user={user} />}
    </Bar>
  )
}
