/** None is taken over: the server of `page-server.ts` has its own. */
export const offeredCompany = async (): Promise<undefined> => undefined
