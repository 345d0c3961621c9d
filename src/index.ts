export { approvalModes, approvalRequired } from './model.js';
