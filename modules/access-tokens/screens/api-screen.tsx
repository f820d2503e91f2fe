import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { css } from '#css/css'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { accessTokens } from '../entities.ts'
import { apiCards } from '../index.ts'
import { TokenList } from '../parts/token-list.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'API and webhooks' }]} />

/** What programs use of the company: what they are told, and the tokens of its integrations and of people. @useSignals */
export default function ApiScreen() {
  const { items, state, failure, ask } = useQuery(accessTokens)
  const tokens = useRecords(items)
  return (
    <Page
      title="API and webhooks"
      crumbs={crumbs}
      actions={
        <span className={css({ flow: '2.5' })}>
          <LinkButton variant="outline" icon="file-text" href="/api/docs">
            Read the docs
          </LinkButton>
          <LinkButton variant="outline" icon="download" href="/api/openapi.json" download="openapi.json">
            openapi.json
          </LinkButton>
        </span>
      }
    >
      <div className={columns}>
        <div className={column}>
          <SlotOutlet slot={apiCards} props={{}} />
        </div>
        <div className={column}>
          {state.value === 'never' ? (
            <NotLoaded failure={failure.value} retry={ask} />
          ) : (
            <>
              <TokenList
                title="Company tokens"
                sub="They stay when a person leaves."
                tokens={tokens.filter(({ integration }) => integration)}
                makes="company"
                empty="No program works for the company yet."
              />
              <TokenList
                title="People’s tokens"
                sub="They end with their person’s access. Everyone makes their own in My account."
                tokens={tokens.filter(({ integration }) => !integration)}
                empty="Nobody has one."
              />
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

const columns = css({
  stack: '4',
  alignItems: 'start',
  '@media (min-width: 80rem)': { gridTemplateColumns: 'minmax(0, 15fr) minmax(0, 7fr)' },
})
const column = css({ stack: '4', minWidth: '0' })
