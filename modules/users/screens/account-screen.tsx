import { Facts } from '#blocks/detail/facts.tsx'
import { openDialog } from '#blocks/page/open-dialog.ts'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { accountCards, ownAccount } from '#blocks/slots.ts'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { useMethods } from '#blocks/sign-in/methods.ts'
import { DeviceList } from '../parts/device-list.tsx'
import { LatelyCard } from '../parts/lately-card.tsx'
import { SignInCard } from '../parts/sign-in-card.tsx'

/** One's own account: who one is, where one is signed in, and what else opens the company in one's name. @useSignals */
export default function AccountScreen() {
  const { session, settings } = useServices()
  const user = session.user.value
  // Asked again after a dialog, which may have changed the password.
  const own = useMethods(openDialog.value)
  const hasWays = settings.value.features.includes('sign_in')
  if (!user) return null
  return (
    <Page title="My account" count={user.email}>
      <div className={columns}>
        <div className={css({ stack: '4' })}>
          {hasWays && <SignInCard {...own} />}
          <DeviceList person={user.id} isOwn />
        </div>
        <div className={css({ stack: '4' })}>
          <Card className={css({ column: '3' })}>
            <div className={css({ wrap: '2', justifyContent: 'space-between' })}>
              <h2 className={css({ textStyle: 'section' })}>Profile</h2>
              <Button variant="outline" onClick={() => void (openDialog.value = 'profile')}>
                Profile and password
              </Button>
            </div>
            <Facts
              items={[
                { label: 'Name', value: user.name },
                { label: 'Email', value: user.email },
                { label: 'Role', value: choiceLabel(user.role) },
              ]}
            />
            <SlotOutlet slot={ownAccount} props={{}} />
          </Card>
          <SlotOutlet slot={accountCards} props={{}} />
          {hasWays && own.methods && <LatelyCard events={own.methods.lately} />}
        </div>
      </div>
    </Page>
  )
}

const columns = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
  maxWidth: '76rem',
})
