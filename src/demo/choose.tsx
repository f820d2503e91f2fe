import { css } from '#css/css'
import { Tile } from '#ui/tile/tile.tsx'
import { people } from './people.ts'

/** The first page of the demo: who one wants to be. */
export const Choose = () => (
  <main className={css({ padding: { base: '4', sm: '8' }, maxWidth: '46rem', marginInline: 'auto', stack: '5' })}>
    <header className={css({ stack: '2' })}>
      <h1 className={css({ textStyle: 'title' })}>Try Plumbline</h1>
      <p className={css({ color: 'muted' })}>
        The whole app with a sample company, in this browser alone: nothing is installed and nothing is sent anywhere.
        Choose who you are. In a second tab you can be somebody else, and each sees what the other changes.
      </p>
    </header>
    <ul className={css({ stack: '2.5' })}>
      {people.map(({ person, role, about, icon }) => (
        <li key={person}>
          <Tile href={`./?as=${person}#/`} title={role} note={about} icon={icon} />
        </li>
      ))}
    </ul>
  </main>
)

/** While the server starts, which seeds the company at the first visit; or why it cannot. */
export const Starting = ({ failed }: { failed?: string }) => (
  <main className={css({ center: true, minHeight: '100dvh', padding: '6', textAlign: 'center' })}>
    {failed === undefined ? (
      <p role="status">Setting up the sample company. The first time this takes some seconds.</p>
    ) : (
      <p role="alert">The demo cannot run in this browser: {failed}</p>
    )}
  </main>
)
