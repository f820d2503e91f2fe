import { Page } from '#blocks/page/page.tsx'

/** All time. */
export default function TimeScreen() {
  return <Page title="Time">{null}</Page>
}
