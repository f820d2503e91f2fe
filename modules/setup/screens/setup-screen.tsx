import { Page } from '#blocks/page/page.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { firstHourLine } from '#blocks/slots.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Tile, tiles } from '#ui/tile/tile.tsx'

/** The setup overview, with a tile for each page that modules register under `setup`. */
export default function SetupScreen() {
  const { registry, session, settings } = useServices()
  return (
    <Page title="Setup">
      {settings.value.guided && <SlotOutlet slot={firstHourLine} props={{}} />}
      <div className={tiles}>
        {registry.setup(session.user.value).map(({ to, label, icon }) => (
          <Tile key={to} href={to} title={label} icon={icon} />
        ))}
      </div>
    </Page>
  )
}
