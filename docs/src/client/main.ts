import '../../../server/src/http/reference/reference.js';
import './search.ts';
import './contents.ts';
