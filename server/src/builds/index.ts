/** Building what is made of our sources: the browser rooms, and the server in few files. */
export { buildAll, failedBuilds } from './build.ts';
export { type Build, isBuilt, readBuild, repository } from './sources.ts';
