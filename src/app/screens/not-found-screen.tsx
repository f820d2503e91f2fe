import { Page } from '#blocks/page/page.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'

/** The screen for unknown paths (rule not-found). */
export const NotFoundScreen = () => (
  <Page title="Page Not Found">
    <EmptyState
      icon="map-pin"
      title="Sorry, the page you are looking for could not be found."
      action={<LinkButton href="/">Return Home</LinkButton>}
    />
  </Page>
)
