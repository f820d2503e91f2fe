import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Tile, tiles } from '#ui/tile/tile.tsx'

/** The setup overview, with a tile for each page that modules register under `setup`. */
export default function SetupScreen() {
  const { registry, session } = useServices()
  return (
    <Page title="Setup">
      <div className={tiles}>
        {registry.setup(session.user.value).map(({ to, label, icon }) => (
          <Tile key={to} href={to} title={label} icon={icon} />
        ))}
      </div>
    </Page>
  )
}
